/**
 * Calculates the points of one purchase by a rule, for the sentence beside the rule. The ledger's own calculation is
 * engine/pure/calculate.sql.
 */

import type { Doc } from './path.ts'

/** Rates have at most three decimals, so thousandths are whole. */
const rateScale = 1_000

export type Earning = { points: number; centavos: number }

/**
 * The points and centavos of a purchase, both rounded down once, as purchase_points() does. Undefined while a number of the rule is
 * missing or wrong.
 */
export function earningOf(
  rule: Doc,
  purchase: number,
  pointsPerReal: unknown,
): Earning | undefined {
  const { type, rate, cap, minimum_purchase_value: minimum } = rule
  if (typeof rate !== 'number' || typeof pointsPerReal !== 'number') return undefined
  if (!Number.isSafeInteger(pointsPerReal) || pointsPerReal <= 0) return undefined
  if (typeof minimum === 'number' && purchase < minimum) return { points: 0, centavos: 0 }
  const thousandths = Math.round(rate * rateScale)
  if (!Number.isSafeInteger(thousandths)) return undefined
  const exact = BigInt(purchase) * BigInt(thousandths)
  const maxExact =
    typeof cap === 'number' && Number.isSafeInteger(cap)
      ? BigInt(cap) * 100n * BigInt(rateScale)
      : exact
  const capped = exact < maxExact ? exact : maxExact
  const scale = 100n * BigInt(rateScale)
  const perReal = BigInt(pointsPerReal)
  if (type !== 'PERCENTAGE') {
    const points = capped / scale
    return { points: Number(points), centavos: Number((points * 100n) / perReal) }
  }
  const points = (capped * perReal) / (scale * 100n)
  return { points: Number(points), centavos: points > 0n ? Number(capped / scale) : 0 }
}
