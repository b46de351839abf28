import type { PointsEntry } from '#contract/points.ts'
import { maxStatementLines, statementWords } from '#contract/statement.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger } from '#contract/value/money.ts'

import {
  dayOf,
  decimalMoney,
  kindOf,
  placeOf,
  timeOf,
  type StatementContent,
  type StatementOwner,
} from './statement-words.ts'

/** CSV for Brazilian spreadsheets: UTF-8 with a byte order mark, semicolons, decimal commas, RFC 4180 line ends. */
export function statementCsv({ owner, lines }: StatementContent): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const rows = written(owner, lines)
  return new ReadableStream({
    // Rows are read on demand, so a slow reader does not fill the memory.
    async pull(controller) {
      const { done, value } = await rows.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await rows.return(undefined)),
  })
}

async function* written(
  owner: StatementOwner,
  lines: AsyncIterable<PointsEntry>,
): AsyncGenerator<string, undefined> {
  const columns = columnsFor(owner)
  yield `\uFEFF${rowOf(columns.map(({ name }) => name))}`
  let count = 0
  for await (const line of lines) {
    if (count === maxStatementLines.csv) {
      yield rowOf([statementWords.cut(formatInteger(maxStatementLines.csv))])
      return
    }
    count += 1
    yield rowOf(columns.map(({ cell }) => cell(line)))
  }
}

type Column = { name: string; cell: (line: PointsEntry) => string }

/** Columns, without those that the company hides (D7). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns, cancelled } = statementWords
  const money: (Column | false)[] = [
    !owner.hide_cashback && {
      name: columns.purchase,
      cell: ({ purchase_value }) => (purchase_value === null ? '' : decimalMoney(purchase_value)),
    },
    !owner.hide_points && {
      name: columns.points,
      cell: ({ points_amount }) => String(points_amount),
    },
    // At least one column must show the amount.
    (!owner.hide_cashback || owner.hide_points) && {
      name: columns.value,
      cell: ({ points_value }) => decimalMoney(points_value),
    },
  ]
  return [
    { name: columns.date, cell: (line) => toBrazilianDate(dayOf(line.created_at, owner)) },
    { name: columns.time, cell: (line) => timeOf(line.created_at, owner) },
    { name: columns.kind, cell: (line) => kindOf(line, owner) },
    { name: columns.place, cell: (line) => guarded(placeOf(line)) },
    ...money.filter((column) => column !== false),
    {
      name: columns.expires_at,
      cell: ({ expires_at }) => (expires_at === null ? '' : toBrazilianDate(expires_at)),
    },
    { name: columns.state, cell: ({ is_cancelled }) => (is_cancelled ? cancelled : '') },
  ]
}

/** Escapes text such as a shop's name, which a spreadsheet could run as a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function rowOf(cells: string[]): string {
  const quoted = cells.map((cell) =>
    /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(';')}\r\n`
}
