/** Reports as CSV (D18). */

import { csvStream } from '#api/http/csv.ts'
import type { Breakage, Closing } from '#contract/console/closing.ts'
import {
  breakageColumns,
  breakageLines,
  closingColumns,
  closingLines,
  itemColumns,
  itemKindNames,
  liabilityColumns,
  reportFileWords,
  shopColumns,
  summaryColumns,
} from '#contract/console/report-file.ts'
import type {
  ItemLine,
  ReportFigures,
  ReportFileQuery,
  ReportPeriod,
  ShopLine,
  Sum,
} from '#contract/console/report.ts'
import { guardedCell } from '#contract/value/csv.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import type { Database } from '#database/sql.ts'

import { breakage, closingsOf, owedMonths } from './liability.ts'
import { itemReport, report, shopReport } from './report.ts'

type Line = readonly string[]

/** A file of the summary's parts, of the shops or of the items. */
export async function reportFile(
  database: Database,
  company_id: string,
  { table, ...period }: ReportFileQuery,
): Promise<ReadableStream<Uint8Array>> {
  return csvStream(written(await tables[table](database, company_id, period)))
}

const tables: Record<
  ReportFileQuery['table'],
  (database: Database, company_id: string, period: ReportPeriod) => Promise<Line[]>
> = {
  summary: async (...asked) => [
    summaryColumns,
    ...(await report(...asked)).parts.map(({ from, to, figures }) => [
      toBrazilianDate(from),
      toBrazilianDate(to),
      ...summaryCells(figures),
    ]),
  ],
  shops: async (...asked) => [shopColumns, ...(await shopReport(...asked)).map(shopCells)],
  items: async (...asked) => [itemColumns, ...(await itemReport(...asked)).map(itemCells)],
  liability: async (database, company_id) => [
    liabilityColumns,
    ...(await owedMonths(database, company_id)).map(({ month, ...points }) => [
      closingLines.expires(month),
      ...sum(points),
    ]),
  ],
  breakage: async (database, company_id) => [
    breakageColumns,
    ...breakageCells(await breakage(database, company_id)),
  ],
  closings: async (database, company_id) => [
    closingColumns,
    ...(await closingsOf(database, company_id)).flatMap(closingCells),
  ],
}

async function* written(lines: Line[]): AsyncGenerator<Line, undefined> {
  yield* lines
}

/** Centavos as reais for a spreadsheet: 125090 → '1250,90'. */
function reais(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** Empty: shops do not have the figure. */
const whole = (number: number | null) => (number === null ? '' : String(number))
const sum = (points: Sum | null) =>
  points ? [String(points.amount), reais(points.value)] : ['', '']

function summaryCells(figures: ReportFigures): string[] {
  const { vouchers } = figures
  return [
    whole(figures.members),
    whole(figures.joined),
    whole(figures.left),
    whole(figures.active_30),
    whole(figures.active_90),
    whole(figures.purchases),
    reais(figures.purchase_value),
    ...sum(figures.earned),
    ...sum(figures.promoted),
    ...sum(figures.returned),
    ...sum(figures.spent),
    ...sum(figures.redeemed),
    ...sum(figures.adjusted),
    ...sum(figures.expired),
    whole(vouchers.issued),
    whole(vouchers.withdrawn),
    whole(vouchers.cancelled),
    whole(vouchers.expired),
  ]
}

function shopCells({ shop, is_unknown, current, previous }: ShopLine): string[] {
  return [
    shop === '' ? reportFileWords.noShop : guardedCell(shop),
    is_unknown ? reportFileWords.no : reportFileWords.yes,
    whole(current.active_30),
    whole(current.purchases),
    reais(current.purchase_value),
    reais(previous.purchase_value),
    ...sum(current.earned),
    ...sum(current.returned),
    ...sum(current.spent),
    ...sum(current.expired),
    whole(current.withdrawn),
  ]
}

function itemCells({ kind, name, current, previous }: ItemLine): string[] {
  return [
    itemKindNames[kind],
    guardedCell(name),
    ...[current, previous].flatMap((figures) => [whole(figures.count), ...sum(figures)]),
  ]
}

/** The estimate, and the share of a month's points that is used after each number of months. */
function breakageCells(estimate: Breakage | null): Line[] {
  if (!estimate) return []
  const { value, low_value, high_value, months, used_permille } = estimate
  return [
    [breakageLines.value, reais(value), ''],
    [breakageLines.low, reais(low_value), ''],
    [breakageLines.high, reais(high_value), ''],
    [breakageLines.months(months), '', ''],
    ...used_permille.map((permille, age) => [
      breakageLines.used(age),
      '',
      `${Math.floor(permille / 10)},${permille % 10}`,
    ]),
  ]
}

function closingCells({ month, closed_by, lines, ...closing }: Closing): string[][] {
  const { liability, deficit, records, expired, difference_value } = closing
  const cells = (line: string, points: Sum | null, value = '') => [
    month,
    guardedCell(closed_by),
    line,
    ...(points ? sum(points) : ['', value]),
  ]
  return [
    ...lines.map((line) => cells(closingLines.expires(line.month), line)),
    cells(closingLines.liability, liability),
    cells(closingLines.deficit, deficit),
    cells(closingLines.records, records),
    cells(closingLines.expired, expired),
    cells(closingLines.difference, null, reais(difference_value)),
  ]
}
