import { backtestText } from '#console/text/backtest.ts'
import { calculationRows } from '#console/value/calculation.ts'
import type { Earned } from '#contract/programme/backtest.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'

const words = backtestText.calculation

/** How a purchase was calculated, one line a step ('Como calculamos', D4), and what it gave. */
export function calculationLines({ points, value, calculation, expires_at }: Earned): string[] {
  return [
    ...calculationRows(calculation).map(([label, text]) => `${label}: ${text}`),
    words.result(points, formatMoney(value)),
    expires_at === null ? words.noExpiry : words.expires(toBrazilianDate(expires_at)),
  ]
}
