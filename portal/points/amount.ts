/** How a company speaks of points and money (R1.7, R1.8, D7). */

import type { Company } from '#contract/company.ts'
import { formatMoney } from '#contract/money.ts'
import { points_text } from '#portal/text/points.ts'

export type Display = Pick<Company, 'display_mode' | 'hide_points' | 'hide_cashback'>

/**
 * The lines for an amount of points worth so many centavos: points and then their money in POINTS, otherwise money alone
 * (D7). A hidden unit has no line. Empty where both are hidden, which `company check` refuses: then no amount is shown.
 */
export function amountLines(points: number, centavos: number, display: Display): string[] {
  if (!showsPurchases(display)) return []
  const money_line = formatMoney(centavos)
  if (!speaksOfPoints(display)) return [money_line]
  const points_line = points_text.amount(points)
  return display.hide_cashback ? [points_line] : [points_line, money_line]
}

/** The first of amountLines for the middle of a sentence: 'saldo' where no amount is shown. */
export function amountWords(points: number, centavos: number, display: Display): string {
  return amountLines(points, centavos, display)[0] ?? points_text.unnamed_amount
}

/** Whether the value of a purchase is shown. It is no cashback, so hide_cashback alone does not hide it (D7, D13). */
export function showsPurchases({ hide_points, hide_cashback }: Display): boolean {
  return !(hide_points && hide_cashback)
}

/**
 * The same for points that no lot has given a value yet: what a prize costs, what is missing for it. Their money is the
 * company's points_per_real, rounded down as an earning's is (D4).
 */
export function priceLines(
  points: number,
  display: Display & Pick<Company, 'points_per_real'>,
): string[] {
  return amountLines(points, wholePart(points * 100, display.points_per_real), display)
}

/** Of integers, without a fraction on the way (D1). */
function wholePart(number: number, divisor: number): number {
  return (number - (number % divisor)) / divisor
}

/** The first of priceLines for the middle of a sentence: 'saldo' where no amount is shown. */
export function priceWords(points: number, display: Parameters<typeof priceLines>[1]): string {
  return priceLines(points, display)[0] ?? points_text.unnamed_amount
}

/** Whether a verb that follows priceWords is singular: one point, or less than R$ 2,00. */
export function isSingularPrice(
  points: number,
  display: Parameters<typeof priceLines>[1],
): boolean {
  return isSingular(points, wholePart(points * 100, display.points_per_real), display)
}

/** The same for what a record did: with a plus or a minus; without a second line where it did nothing. */
export function earningLines(points: number, centavos: number, display: Display): string[] {
  const lines = amountLines(Math.abs(points), Math.abs(centavos), display)
  if (points === 0) return lines.slice(0, 1)
  const sign = points > 0 ? '+' : '−'
  return lines.map((line) => `${sign}${line}`)
}

/** Whether an amount is of points first of all: what is given and taken is then called so. Else points are not spoken of. */
export function speaksOfPoints(display: Display): boolean {
  return !display.hide_points && (display.hide_cashback || display.display_mode === 'POINTS')
}

/** Whether a verb that follows the amount is singular: one point, or less than R$ 2,00. */
function isSingular(points: number, centavos: number, display: Display): boolean {
  if (!showsPurchases(display)) return true
  return speaksOfPoints(display) ? points === 1 : centavos < 200
}

/** '50 pontos expiram em 12 dias' (R7.2). */
export function expiryLine(
  points: number,
  centavos: number,
  days_left: number,
  display: Display,
): string {
  const amount = amountWords(points, centavos, display)
  return isSingular(points, centavos, display)
    ? points_text.expires_one(amount, points_text.in_days(days_left))
    : points_text.expires_many(amount, points_text.in_days(days_left))
}
