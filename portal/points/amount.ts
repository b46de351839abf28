/** How a company speaks of points and money (R1.7, R1.8, D7). */

import type { Company } from '#contract/company.ts'
import { formatMoney } from '#contract/money.ts'
import { points_text } from '#portal/text/points.ts'

export type Display = Pick<Company, 'display_mode' | 'hide_points' | 'hide_cashback'>

/**
 * The lines for an amount of points worth so many centavos: points and then their money in POINTS, money alone else (D7);
 * what the company hides is not there. One line at least, whatever is hidden.
 */
export function amountLines(
  points: number,
  centavos: number,
  display: Display,
): [string, ...string[]] {
  const money_line = formatMoney(centavos)
  if (!speaksOfPoints(display)) return [money_line]
  const points_line = points_text.amount(points)
  return display.hide_cashback ? [points_line] : [points_line, money_line]
}

/**
 * The same for points that no lot has given a value yet: what a prize costs, what is missing for it. Their money is the
 * company's points_per_real, rounded down as an earning's is (D4).
 */
export function priceLines(
  points: number,
  display: Display & Pick<Company, 'points_per_real'>,
): [string, ...string[]] {
  return amountLines(points, wholePart(points * 100, display.points_per_real), display)
}

/** Of integers, without a fraction on the way (D1). */
function wholePart(number: number, divisor: number): number {
  return (number - (number % divisor)) / divisor
}

/** The same for what a record did: with a plus or a minus; without a second line where it did nothing. */
export function earningLines(
  points: number,
  centavos: number,
  display: Display,
): [string, ...string[]] {
  const [first, ...others] = amountLines(Math.abs(points), Math.abs(centavos), display)
  if (points === 0) return [first]
  const sign = points > 0 ? '+' : '−'
  return [`${sign}${first}`, ...others.map((line) => `${sign}${line}`)]
}

/** Whether an amount is of points first of all: what is given and taken is then called so. Else points are not spoken of. */
export function speaksOfPoints(display: Display): boolean {
  return !display.hide_points && (display.hide_cashback || display.display_mode === 'POINTS')
}

/** Of an amount, so that a verb agrees with it: whether its weightier line is of one point, or of less than two reais. */
function isSingular(points: number, centavos: number, display: Display): boolean {
  return speaksOfPoints(display) ? points === 1 : centavos < 200
}

/** '50 pontos expiram em 12 dias' (R7.2). */
export function expiryLine(
  points: number,
  centavos: number,
  days_left: number,
  display: Display,
): string {
  const [amount] = amountLines(points, centavos, display)
  return isSingular(points, centavos, display)
    ? points_text.expires_one(amount, points_text.in_days(days_left))
    : points_text.expires_many(amount, points_text.in_days(days_left))
}
