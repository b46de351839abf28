/** The tables of a backtest as CSV for Brazilian spreadsheets: UTF-8 with a byte order mark, semicolons, RFC 4180 line ends. */

import { backtestText } from '#console/text/backtest.ts'
import { type Example, gainOf, type LevelSums } from '#contract/programme/backtest.ts'
import { csvLine, guardedCell } from '#contract/value/csv.ts'

export function levelsCsv(levels: LevelSums[]): string {
  const words = backtestText.levels
  return csv([
    [
      words.level,
      words.customers,
      words.winners,
      words.losers,
      words.before,
      words.after,
      words.beforeValue,
      words.afterValue,
    ],
    ...levels.map(({ level, customers, winners, losers, before, after }) => [
      guardedCell(level ?? backtestText.noLevel),
      customers,
      winners,
      losers,
      before.points,
      after.points,
      money(before.value),
      money(after.value),
    ]),
  ])
}

/** Names are masked, as the screen shows them. */
export function examplesCsv(examples: Example[]): string {
  const words = backtestText.examples
  return csv([
    [words.customer, words.level, words.purchases, words.before, words.after, words.change],
    ...examples.map((one) => [
      guardedCell(one.name ?? backtestText.noName),
      guardedCell(one.level ?? backtestText.noLevel),
      one.purchases,
      one.before.points,
      one.after.points,
      gainOf(one),
    ]),
  ])
}

function csv(rows: (string | number)[][]): string {
  return `\uFEFF${rows.map((cells) => csvLine(cells.map(String))).join('')}`
}

/** 1250 → '12,50' */
function money(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}
