/** Reads the audit log of a company (D15). */

import {
  type AuditAction,
  type AuditEntry,
  type AuditFilters,
  type AuditPage,
  erasedSentence,
  erasedText,
  searchForm,
} from '#contract/console/audit.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type StoredEntry = {
  sequence: number
  at: string
  actor_kind: AuditEntry['actor']['kind']
  staff_id: string | null
  action: AuditAction
  subject: string | null
  detail: { before: unknown; after: unknown }
  /** Null: an erasure deleted the personal values. */
  personal: {
    sentence: string
    actor_name: string
    address: string | null
    before: unknown
    after: unknown
  } | null
}

/** A page of the log, newest first. */
export async function auditEntries(
  database: Database,
  company_id: string,
  { before, per_page, ...filters }: AuditPage,
): Promise<AuditEntry[]> {
  const { text, action, staff_id, from, to } = filters
  const found = await rows<StoredEntry>(
    database,
    sql`select *
          from audit_page(
                 ${company_id}, ${before ?? null}, ${per_page}, ${patternsOf(text)}, ${action ?? null}, ${staff_id ?? null},
                 ${from ?? null}, ${to ?? null})`,
  )
  return found.map(auditEntry)
}

/** Entries read at a time; bounds the memory for a file of any length. */
const entriesAtOnce = 200

/** All entries that match the filters, newest first. */
export async function* entriesOf(
  database: Database,
  company_id: string,
  filters: AuditFilters,
): AsyncGenerator<AuditEntry> {
  for (let before: number | undefined; ;) {
    const page = await auditEntries(database, company_id, {
      ...filters,
      before,
      per_page: entriesAtOnce,
    })
    yield* page
    if (page.length < entriesAtOnce) return
    before = page.at(-1)!.sequence
  }
}

/** A pattern for LIKE for each word of the search. */
function patternsOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  return searchForm(text)
    .split(/\s+/)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}

function auditEntry({ detail, personal, ...entry }: StoredEntry): AuditEntry {
  const { sequence, at, actor_kind: kind, staff_id: id, action, subject } = entry
  return {
    sequence,
    at,
    actor: { kind, id, name: personal?.actor_name ?? erasedText },
    action,
    sentence: personal?.sentence ?? erasedSentence(action),
    subject,
    before: joined(detail.before, personal?.before),
    after: joined(detail.after, personal?.after),
    address: personal?.address ?? null,
  }
}

/** A state with its personal values, which are stored beside the chain. */
function joined(state: unknown, personal: unknown): unknown {
  if (personal === null || personal === undefined) return state
  return state === null ? personal : { ...(state as object), ...personal }
}
