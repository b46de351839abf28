/** The calculation of an earning: 'R$ 200,00 × 1 ponto × 1,25 = 250 pontos' (D4). Computed in integers, so it is exact. */

import type { Company } from '#contract/company.ts'
import type { PointsEntry } from '#contract/points.ts'
import { type Display, showsPurchases, speaksOfPoints } from '#contract/value/display.ts'
import { formatMoney } from '#contract/value/money.ts'
import { pointsText } from '#portal/text/points.ts'

import { decimal } from './entry-words.ts'

type Earning = Pick<PointsEntry, 'points_amount' | 'points_value'> & {
  calculation: NonNullable<PointsEntry['calculation']>
}

export type Sum = {
  line: string
  /** The product before rounding; null if it equals the result. */
  unrounded: string | null
}

/** A rate has at most three decimals, a multiplier two. */
const rateScale = 1_000
const multiplierScale = 100

/**
 * Null without a calculation to show. Reasons: the purchase is below the minimum, the company shows no amounts, or the rate in
 * money has no finite decimal form.
 */
export function sumOf(
  earning: Earning,
  display: Display & Pick<Company, 'points_per_real'>,
): Sum | null {
  const { base, multiplier = 1, cap, minimum_purchase_value } = earning.calculation
  if (minimum_purchase_value !== undefined || !showsPurchases(display)) return null
  const rate = rateIn(earning.calculation, display)
  if (rate === null) return null
  const times = multiplier === 1 ? [] : [decimal(multiplier)]
  const factors = [formatMoney(base), ...rate.words, ...times].join(' × ')
  const exact: Fraction = [
    BigInt(base) * rate.factor[0] * BigInt(Math.round(multiplier * multiplierScale)),
    rate.factor[1] * BigInt(multiplierScale),
  ]
  const inPoints = speaksOfPoints(display)
  const result = inPoints ? earning.points_amount : earning.points_value
  const words = inPoints ? pointsText.amount : formatMoney
  return {
    line: `${factors} = ${words(result)}`,
    unrounded: cap === undefined ? unrounded(exact, result, inPoints) : null,
  }
}

type Fraction = [numerator: bigint, denominator: bigint]

/** The rate in points or in centavos, and its text. */
function rateIn(
  { type, rate, points_per_real }: Earning['calculation'],
  display: Display,
): { words: string[]; factor: Fraction } | null {
  const thousandths = BigInt(Math.round(rate * rateScale))
  const perReal = BigInt(points_per_real)
  const scale = BigInt(rateScale)
  if (type === 'POINTS_PER_REAL' && speaksOfPoints(display)) {
    return { words: [pointsText.perReal(rate)], factor: [thousandths, scale * 100n] }
  }
  if (type === 'POINTS_PER_REAL') {
    // One real gives rate points, which are worth rate / points_per_real reais.
    if ((thousandths * 100n) % perReal !== 0n) return null
    const percent = (thousandths * 100n) / perReal
    const words = [pointsText.percent(decimal(Number(percent) / rateScale))]
    return { words, factor: [percent, scale * 100n] }
  }
  const words = [pointsText.percent(decimal(rate))]
  const factor: Fraction = [thousandths, scale * 100n]
  if (!speaksOfPoints(display)) return { words, factor }
  return {
    words: [...words, pointsText.amount(points_per_real)],
    factor: [thousandths * perReal, scale * 10_000n],
  }
}

/** The exact figure in words, unless it is the result. At most six decimals can occur in points, and eight in reais. */
function unrounded(
  [numerator, denominator]: Fraction,
  result: number,
  inPoints: boolean,
): string | null {
  if (numerator === BigInt(result) * denominator) return null
  // Money is counted in centavos and written in reais.
  const whole = inPoints ? denominator : denominator * 100n
  const digits = String((numerator * 10n ** 10n) / whole).padStart(11, '0')
  const decimals = digits.slice(-10).replace(/0+$/, '')
  const figure = `${digits.slice(0, -10)}${decimals && `,${decimals}`}`
  return inPoints ? figure : `R$\u00a0${figure}`
}
