/** Why a customer cannot redeem this quantity of a prize now, and what they can do about it (D8). */

import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import type { Prize } from '#contract/prize.ts'
import { isSingularPrice, priceLines, priceWords } from '#portal/points/amount.ts'
import { prizeText } from '#portal/text/prize.ts'

type Reason = NonNullable<Prize['reason']>
type Why = { reason: Reason; missing: number }
export type PriceDisplay = Parameters<typeof priceLines>[1]

/**
 * Predicts the server's answer for this quantity: first the reason that the server gave, then the reasons that depend on
 * the quantity. Null: redeemable. An undefined `balance` is unknown and gives no reason.
 */
export function whyNot(prize: Prize, quantity: number, balance: number | undefined): Why | null {
  const missing = missingPoints(prize, quantity, balance)
  if (prize.reason === 'insufficient_balance') return { reason: prize.reason, missing }
  if (prize.reason !== null) return { reason: prize.reason, missing: 0 }
  if (prize.stock_left !== null && prize.stock_left < quantity) {
    return { reason: 'no_codes_left', missing: 0 }
  }
  return missing > 0 ? { reason: 'insufficient_balance', missing } : null
}

/** The points that the balance lacks for this quantity; if the balance is unknown, the server's figure for one unit. */
export function missingPoints(prize: Prize, quantity: number, balance: number | undefined): number {
  if (balance === undefined) return prize.missing
  return Math.max(0, prize.value * quantity - balance)
}

/** The reason in the width of a card. */
export function shortReason(prize: Prize, company: Company): string | null {
  const { reason, missing, level_required } = prize
  if (reason === null) return null
  if (reason === 'insufficient_balance') return missingLine(missing, company)
  // A prize with this reason names its level.
  if (reason === 'level_required') return prizeText.whyNot.level_required(level_required!)
  return prizeText.whyNot[reason]
}

/** The catalogue's message and the missing amount. `missingForLevel` is null where it is unknown. */
export function fullReason(
  { reason, missing }: Why,
  prize: Prize,
  company: PriceDisplay,
  missingForLevel: number | null,
): string {
  if (reason === 'insufficient_balance') {
    return `${errorCodes[reason].message} ${missingLine(missing, company)}.`
  }
  // A prize with this reason names its level.
  if (reason === 'level_required') {
    return levelReason(prize.level_required!, missingForLevel, company)
  }
  if (reason === 'no_codes_left') return errorCodes[reason].message
  return `${prizeText.whyNot[reason]}.`
}

/** The level, and what is missing for it, in points or their money value (D7, D13). */
export function levelReason(level: string, missing: number | null, display: PriceDisplay): string {
  const sentence = prizeText.levelReason(level)
  const amount = missing === null ? undefined : priceLines(missing, display)[0]
  if (missing === null || amount === undefined) return sentence
  const { levelMissing, levelMissingOne } = prizeText
  return `${sentence} ${(isSingularPrice(missing, display) ? levelMissingOne : levelMissing)(amount)}`
}

export function missingLine(missing: number, display: PriceDisplay): string {
  return prizeText.missing(isSingularPrice(missing, display), priceWords(missing, display))
}
