/** Amounts of points and money in the portal's words. */

import type { Company } from '#contract/company.ts'
import {
  type Display,
  isSingular,
  showsPurchases,
  speaksOfPoints,
} from '#contract/value/display.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'
import { pointsText } from '#portal/text/points.ts'

/**
 * The lines for an amount of points and their value: points, then money in POINTS; otherwise money alone (D7). A hidden
 * unit has no line. Empty when both are hidden, which `company check` rejects.
 */
export function amountLines(points: number, centavos: number, display: Display): string[] {
  if (!showsPurchases(display)) return []
  const moneyLine = formatMoney(centavos)
  if (!speaksOfPoints(display)) return [moneyLine]
  const pointsLine = pointsText.amount(points)
  return display.hide_cashback ? [pointsLine] : [pointsLine, moneyLine]
}

/** The first of `amountLines` for a figure that stands alone: '0 pontos', where a sentence says 'nenhum ponto' (R7.4). */
export function figure(points: number, centavos: number, display: Display): string | undefined {
  if (points === 0 && speaksOfPoints(display)) return pointsText.zero
  return amountLines(points, centavos, display)[0]
}

/** The first of `amountLines`, for use inside a sentence; 'saldo' when no amount is shown. */
export function amountWords(points: number, centavos: number, display: Display): string {
  return amountLines(points, centavos, display)[0] ?? pointsText.unnamedAmount
}

/** From this number of points, and of centavos, a short figure is shorter than the whole one. */
const minCompact = { points: 1_000_000, centavos: 1_000_000 }
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

/** The first of `amountLines` in the width of a chip: '171', '15,7 mi', 'R$ 12,50', 'R$ 78,3 mil'. Empty when hidden. */
export function compactAmount(points: number, centavos: number, display: Display): string {
  if (!showsPurchases(display)) return ''
  if (speaksOfPoints(display)) {
    return Math.abs(points) < minCompact.points ? formatInteger(points) : compact.format(points)
  }
  return Math.abs(centavos) < minCompact.centavos
    ? formatMoney(centavos)
    : `R$\u00a0${compact.format(centavos / 100)}`
}

/**
 * The lines for points that have no lot and thus no value yet, such as a prize's price. Their money is points /
 * points_per_real, rounded down as for an earning (D4).
 */
export function priceLines(
  points: number,
  display: Display & Pick<Company, 'points_per_real'>,
): string[] {
  return amountLines(points, wholePart(points * 100, display.points_per_real), display)
}

/** Integer division, without an intermediate fraction (D1). */
function wholePart(number: number, divisor: number): number {
  return (number - (number % divisor)) / divisor
}

/** The first of `priceLines`, for use inside a sentence; 'saldo' when no amount is shown. */
export function priceWords(points: number, display: Parameters<typeof priceLines>[1]): string {
  return priceLines(points, display)[0] ?? pointsText.unnamedAmount
}

/** Whether a verb after `priceWords` is singular: one point, or less than R$ 2,00. */
export function isSingularPrice(
  points: number,
  display: Parameters<typeof priceLines>[1],
): boolean {
  return isSingular(points, wholePart(points * 100, display.points_per_real), display)
}

/** The lines for the points and money of a record: with a plus or a minus; one line for zero. */
export function earningLines(points: number, centavos: number, display: Display): string[] {
  const lines = amountLines(Math.abs(points), Math.abs(centavos), display)
  if (points === 0) return lines.slice(0, 1)
  const sign = points > 0 ? '+' : '−'
  return lines.map((line) => `${sign}${line}`)
}

/** '50 pontos vencem em 12 dias' (R7.2). */
export function expiryLine(
  points: number,
  centavos: number,
  daysLeft: number,
  display: Display,
): string {
  const amount = amountWords(points, centavos, display)
  return isSingular(points, centavos, display)
    ? pointsText.expiresOne(amount, pointsText.inDays(daysLeft))
    : pointsText.expiresMany(amount, pointsText.inDays(daysLeft))
}

/** '50 pontos venceram em 20/11/2026'. */
export function expiredLine(
  points: number,
  centavos: number,
  date: string,
  display: Display,
): string {
  const amount = amountWords(points, centavos, display)
  return isSingular(points, centavos, display)
    ? pointsText.expiredOne(amount, date)
    : pointsText.expiredMany(amount, date)
}

/** The sum that expires within a week, as a sentence (R7.2). */
export function expiryLineOfWeek(points: number, centavos: number, display: Display): string {
  const amount = amountWords(points, centavos, display)
  const { weekOne, weekMany } = pointsText
  return isSingular(points, centavos, display) ? weekOne(amount) : weekMany(amount)
}
