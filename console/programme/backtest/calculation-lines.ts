import { backtestText } from '#console/text/backtest.ts'
import type { Earned } from '#contract/programme/backtest.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'

const words = backtestText.calculation

/** How a purchase was calculated, one line a step ('Como calculamos', D4). */
export function calculationLines({ points, value, calculation, expires_at }: Earned): string[] {
  const { rule, type, rate, base, points_value, minimum_purchase_value, multiplier, cap } =
    calculation
  const isPercentage = type === 'PERCENTAGE'
  const lines = [
    words.rule(
      rule,
      isPercentage ? words.percentage(decimal(rate)) : words.perReal(decimal(rate), rate === 1),
    ),
  ]
  if (points_value !== undefined) lines.push(words.paidWithPoints(formatMoney(points_value)))
  lines.push(words.base(formatMoney(base)))
  if (minimum_purchase_value !== undefined) {
    lines.push(words.minimum(formatMoney(minimum_purchase_value)))
  }
  if (multiplier !== 1) lines.push(words.multiplier(decimal(multiplier)))
  if (cap !== undefined) {
    lines.push(words.cap(isPercentage ? formatMoney(cap) : backtestText.points(cap)))
  }
  lines.push(words.result(points, formatMoney(value)))
  lines.push(expires_at === null ? words.noExpiry : words.expires(toBrazilianDate(expires_at)))
  return lines
}

function decimal(number: number): string {
  return String(number).replace('.', ',')
}
