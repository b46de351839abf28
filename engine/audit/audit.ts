/**
 * Proves that every stored balance follows from its customer's records (D4). It replays the rules, and, independently of
 * the rules, adds up the stored rows (conservation.ts). Reports differences and repairs nothing.
 */

import { isDeepStrictEqual } from 'node:util'

import type { Logger } from 'pino'

import { type Database, rows, sql } from '#database/sql.ts'

import { unaccounted } from './conservation.ts'
import type { Replayed } from './replay-state.ts'
import { type ReplayInput, replay } from './replay.ts'

type Difference = { company_id: string; customer_id: string; reason: string }
export type Audit = { customers: number; differences: Difference[] }

/** Customers read at a time; bounds the memory. */
const page_size = 500

type StoredCustomer = ReplayInput & {
  customer_id: string
  today: string
  kept: Replayed
  /** Sequence of the first record whose hash does not follow from its contents and the record before it; null: all do. */
  broken_at: number | null
  /** Lots of a merge that the two accounts do not state alike. */
  unpaired: number
}

type Selection = {
  /** Audits one in `oneIn` customers, the same ones in each run. Default: all customers. */
  oneIn?: number
  /** Audits one company alone. Default: all companies. */
  company_id?: string | null
}

export async function audit(
  database: Database,
  now: Date,
  { oneIn = 1, company_id: only = null }: Selection = {},
): Promise<Audit> {
  const result: Audit = { customers: 0, differences: [] }
  const companies = await rows<{ company_id: string; now: string }>(
    database,
    sql`select company_id, now
          from company_clocks(${now})
         where company_id = coalesce(${only}, company_id)
         order by company_id`,
  )
  for (const { company_id, now: present } of companies) {
    let after = lowestId
    for (;;) {
      const page = await keptPage(database, company_id, after, new Date(present), oneIn)
      for (const customer of page) {
        const reason = differenceOf(customer)
        const { customer_id } = customer
        if (reason) result.differences.push({ company_id, customer_id, reason })
      }
      result.customers += page.length
      const last = page.at(-1)
      if (!last) break
      after = last.customer_id
    }
  }
  return result
}

/** Audits, and logs one line for each difference and one with the counts. An operator must examine each difference. */
export async function reportAudit(
  database: Database,
  log: Logger,
  now: Date,
  oneIn: number = 1,
): Promise<Audit> {
  const found = await audit(database, now, { oneIn })
  for (const difference of found.differences) log.error(difference, 'audit difference')
  log.info({ customers: found.customers, differences: found.differences.length }, 'audit')
  return found
}

const lowestId = '00000000-0000-0000-0000-000000000000'

/** The differences of a customer in one line; empty without a difference. */
function differenceOf({
  today,
  kept: stored,
  records,
  holds,
  broken_at,
  unpaired,
}: StoredCustomer): string {
  const reasons = broken_at === null ? [] : [`record ${broken_at} is not as it was written`]
  try {
    reasons.push(...fieldsThatDiffer(stored, replay(records, holds, today)))
  } catch (error) {
    // replay() throws a sentence about a record that is missing or that the rules do not produce.
    reasons.push((error as Error).message)
  }
  reasons.push(...unaccounted(records, stored))
  if (unpaired > 0) reasons.push(`${unpaired} merged lots are not as they left the other account`)
  return reasons.join('; ')
}

function fieldsThatDiffer(stored: Replayed, replayed: Replayed): string[] {
  return (Object.keys(replayed) as (keyof Replayed)[])
    .filter((field) => !isDeepStrictEqual(sorted(replayed[field]), sorted(stored[field])))
    .map(
      (field) =>
        `${field}: kept ${JSON.stringify(stored[field])}, records say ${JSON.stringify(replayed[field])}`,
    )
}

/** Lots, allocations and holds are stored in no order, so sort them before comparing. */
function sorted(field: Replayed[keyof Replayed]): unknown {
  if (!Array.isArray(field)) return field
  return field.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

type Named = {
  id?: string
  record?: string
  hold?: string
  lot?: string
  absorbs_deficit?: boolean
}
function nameOf({ id, record, hold, lot, absorbs_deficit }: Named) {
  return [id, record, hold, lot, absorbs_deficit].join(' ')
}

/** Reads the stored ledger, records and holds of the company's next customers: those by id after `after`, one in `oneIn`. */
function keptPage(
  database: Database,
  company_id: string,
  after: string,
  now: Date,
  oneIn: number,
): Promise<StoredCustomer[]> {
  return rows(
    database,
    sql`select *
          from audited_page(${company_id}, ${after}, ${oneIn}, ${page_size}, ${now})`,
  )
}
