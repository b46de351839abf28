/** The movements of a period as CSV. Of personal data it has the masked name alone. */

import { csvStream } from '#api/http/csv.ts'
import { decimalMoney } from '#api/points/statement-words.ts'
import {
  maxMovementLines,
  type Movement,
  movementFileWords,
  type MovementFilters,
  movementKindNames,
} from '#contract/console/movement.ts'
import { guardedCell } from '#contract/value/csv.ts'
import { localDate, localTime, toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger } from '#contract/value/money.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { movementParts } from './movements.ts'

/** Records read at a time; bounds the memory for a file of any length. */
const recordsAtOnce = 500

export async function movementFile(
  database: Database,
  company_id: string,
  filters: MovementFilters,
  maxLines: number = maxMovementLines,
): Promise<ReadableStream<Uint8Array>> {
  const { zone } = (await row<{ zone: string }>(
    database,
    sql`select time_zone_of(${company_id}) as zone`,
  ))!
  const parts = movementParts(database, company_id, filters, recordsAtOnce)
  return csvStream(written(parts, zone, maxLines))
}

async function* written(
  parts: AsyncIterable<Movement[]>,
  zone: string,
  maxLines: number,
): AsyncGenerator<string[], undefined> {
  yield movementFileWords.columns
  let count = 0
  for await (const part of parts) {
    for (const movement of part) {
      if (count === maxLines) {
        yield [movementFileWords.cut(formatInteger(maxLines))]
        return
      }
      count += 1
      yield cellsOf(movement, zone)
    }
  }
}

/** The cells in the order of `movementFileWords.columns`. */
function cellsOf({ kind, entry, customer, key, staff }: Movement, zone: string): string[] {
  const instant = new Date(entry.created_at)
  return [
    toBrazilianDate(localDate(instant, zone)),
    localTime(instant, zone),
    movementKindNames[kind],
    guardedCell(customer.name ?? ''),
    String(entry.points_amount),
    decimalMoney(entry.points_value),
    entry.purchase_value === null ? '' : decimalMoney(entry.purchase_value),
    guardedCell(entry.subsidiary_name ?? ''),
    guardedCell(key?.name ?? ''),
    guardedCell(staff?.name ?? ''),
    guardedCell(entry.prize ?? entry.promotion ?? entry.reason ?? ''),
    guardedCell(entry.external_id ?? ''),
    entry.is_cancelled ? movementFileWords.cancelled : '',
    entry.id,
  ]
}
