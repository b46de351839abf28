/** The audit log as CSV: a stream, so a log of any length. */

import { csvStream } from '#api/http/csv.ts'
import { actNames } from '#contract/console/audit-names.ts'
import { type AuditEntry, auditFileWords, type AuditFilters } from '#contract/console/audit.ts'
import { guardedCell } from '#contract/value/csv.ts'
import { localDate, localTime, toBrazilianDate } from '#contract/value/date.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { entriesOf } from './entries.ts'

export async function auditFile(
  database: Database,
  company_id: string,
  filters: AuditFilters,
): Promise<ReadableStream<Uint8Array>> {
  const { zone } = (await row<{ zone: string }>(
    database,
    sql`select time_zone_of(${company_id}) as zone`,
  ))!
  return csvStream(written(entriesOf(database, company_id, filters), zone), 'all')
}

async function* written(
  entries: AsyncIterable<AuditEntry>,
  zone: string,
): AsyncGenerator<string[], undefined> {
  yield auditFileWords.columns
  for await (const entry of entries) yield cellsOf(entry, zone)
}

/** The cells in the order of `auditFileWords.columns`. */
function cellsOf(
  { sequence, at, actor, sentence, action, subject, before, after, address }: AuditEntry,
  zone: string,
): string[] {
  const instant = new Date(at)
  return [
    String(sequence),
    toBrazilianDate(localDate(instant, zone)),
    localTime(instant, zone),
    guardedCell(actor.name),
    guardedCell(sentence),
    actNames[action],
    guardedCell(subject ?? ''),
    guardedCell(stateText(before)),
    guardedCell(stateText(after)),
    guardedCell(address ?? ''),
  ]
}

function stateText(state: unknown): string {
  return state === null ? '' : JSON.stringify(state)
}
