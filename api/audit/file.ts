/** The audit log as CSV. */

import { csvStream } from '#api/http/csv.ts'
import {
  type AuditEntry,
  auditFileWords,
  type AuditFilters,
  maxAuditLines,
} from '#contract/console/audit.ts'
import { guardedCell } from '#contract/value/csv.ts'
import { localDate, localTime, toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger } from '#contract/value/money.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { entriesOf } from './entries.ts'

export async function auditFile(
  database: Database,
  company_id: string,
  filters: AuditFilters,
  maxLines: number = maxAuditLines,
): Promise<ReadableStream<Uint8Array>> {
  const { zone } = (await row<{ zone: string }>(
    database,
    sql`select time_zone_of(${company_id}) as zone`,
  ))!
  return csvStream(written(entriesOf(database, company_id, filters), zone, maxLines), 'all')
}

async function* written(
  entries: AsyncIterable<AuditEntry>,
  zone: string,
  maxLines: number,
): AsyncGenerator<string[], undefined> {
  yield auditFileWords.columns
  let count = 0
  for await (const entry of entries) {
    if (count === maxLines) {
      yield [auditFileWords.cut(formatInteger(maxLines))]
      return
    }
    count += 1
    yield cellsOf(entry, zone)
  }
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
    action,
    guardedCell(subject ?? ''),
    guardedCell(stateText(before)),
    guardedCell(stateText(after)),
    guardedCell(address ?? ''),
  ]
}

function stateText(state: unknown): string {
  return state === null ? '' : JSON.stringify(state)
}
