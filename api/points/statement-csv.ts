import { toBrazilianDate } from '#contract/date.ts'
import { formatInteger } from '#contract/money.ts'
import type { PointsEntry } from '#contract/points.ts'
import { max_statement_lines, statement_words } from '#contract/statement.ts'

import {
  dayOf,
  decimalMoney,
  kindOf,
  placeOf,
  timeOf,
  type StatementContent,
  type StatementOwner,
} from './statement-words.ts'

/** As the spreadsheets of Brazil read it: UTF-8 that says so, semicolons, decimal commas, lines that end as RFC 4180 has it. */
export function statementCsv({ owner, lines }: StatementContent): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const rows = written(owner, lines)
  return new ReadableStream({
    // A row when it is asked for: a slow reader makes the database wait, and not the memory grow.
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
    if (count === max_statement_lines.csv) {
      yield rowOf([statement_words.cut(formatInteger(max_statement_lines.csv))])
      return
    }
    count += 1
    yield rowOf(columns.map(({ cell }) => cell(line)))
  }
}

type Column = { name: string; cell: (line: PointsEntry) => string }

/** What the company hides is not there (D7). */
function columnsFor(owner: StatementOwner): Column[] {
  const { columns, cancelled } = statement_words
  const money: (Column | false)[] = [
    !owner.hide_cashback && {
      name: columns.purchase,
      cell: ({ purchase_value }) => (purchase_value === null ? '' : decimalMoney(purchase_value)),
    },
    !owner.hide_points && {
      name: columns.points,
      cell: ({ points_amount }) => String(points_amount),
    },
    // Something must say how much.
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

/** A shop's name is not ours: as a formula a spreadsheet would run it. */
function guarded(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function rowOf(cells: string[]): string {
  const quoted = cells.map((cell) =>
    /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(';')}\r\n`
}
