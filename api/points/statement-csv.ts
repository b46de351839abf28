import { csvStream } from '#api/http/csv.ts'
import type { PointsEntry } from '#contract/points.ts'
import { entryKind } from '#contract/statement/entry-kind.ts'
import { maxStatementLines, statementWords } from '#contract/statement/statement.ts'
import { guardedCell } from '#contract/value/csv.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatInteger } from '#contract/value/money.ts'

import {
  dayOf,
  decimalMoney,
  placeOf,
  timeOf,
  type StatementContent,
  type StatementOwner,
} from './statement-words.ts'

/** The statement as CSV. */
export function statementCsv({ owner, lines }: StatementContent): ReadableStream<Uint8Array> {
  return csvStream(written(owner, lines))
}

async function* written(
  owner: StatementOwner,
  lines: AsyncIterable<PointsEntry>,
): AsyncGenerator<string[], undefined> {
  const columns = columnsFor(owner)
  yield columns.map(({ name }) => name)
  let count = 0
  for await (const line of lines) {
    if (count === maxStatementLines.csv) {
      yield [statementWords.cut(formatInteger(maxStatementLines.csv))]
      return
    }
    count += 1
    yield columns.map(({ cell }) => cell(line))
  }
}

type Column = { name: string; cell: (line: PointsEntry) => string }

/** The columns that the company shows (D7). A purchase's value is not cashback (D13). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns, cancelled } = statementWords
  const money: (Column | false)[] = [
    showsPurchases(owner) && {
      name: columns.purchase,
      cell: ({ purchase_value }) => (purchase_value === null ? '' : decimalMoney(purchase_value)),
    },
    speaksOfPoints(owner) && {
      name: columns.points,
      cell: ({ points_amount }) => String(points_amount),
    },
    !owner.hide_cashback && {
      name: columns.value,
      cell: ({ points_value }) => decimalMoney(points_value),
    },
  ]
  return [
    { name: columns.date, cell: (line) => toBrazilianDate(dayOf(line.created_at, owner)) },
    { name: columns.time, cell: (line) => timeOf(line.created_at, owner) },
    { name: columns.kind, cell: (line) => entryKind(line, owner) },
    { name: columns.place, cell: (line) => guardedCell(placeOf(line)) },
    ...money.filter((column) => column !== false),
    {
      name: columns.expires_at,
      cell: ({ expires_at }) => (expires_at === null ? '' : toBrazilianDate(expires_at)),
    },
    { name: columns.state, cell: ({ is_cancelled }) => (is_cancelled ? cancelled : '') },
  ]
}
