/** Why a customer cannot redeem this quantity of a prize now, and what they can do about it (D8). */

import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import type { Prize } from '#contract/prize.ts'
import { type priceLines, priceWords } from '#portal/points/amount.ts'
import { prizeText } from '#portal/text/prize.ts'

type Reason = NonNullable<Prize['reason']>
type Why = { reason: Reason; missing: number }
type Display = Parameters<typeof priceLines>[1]

/**
 * Predicts the server's answer for this quantity: first the reason that the server gave, then the reasons that depend on
 * the quantity. Null: redeemable. An undefined `balance` is unknown and gives no reason.
 */
export function whyNot(prize: Prize, quantity: number, balance: number | undefined): Why | null {
  const missing = Math.max(0, prize.value * quantity - (balance ?? prize.value * quantity))
  if (prize.reason === 'insufficient_balance') {
    return { reason: prize.reason, missing: balance === undefined ? prize.missing : missing }
  }
  if (prize.reason !== null) return { reason: prize.reason, missing: 0 }
  if (prize.stock_left !== null && prize.stock_left < quantity) {
    return { reason: 'no_codes_left', missing: 0 }
  }
  return missing > 0 ? { reason: 'insufficient_balance', missing } : null
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

/** The catalogue's message and the missing amount. */
export function fullReason({ reason, missing }: Why, prize: Prize, company: Company): string {
  if (reason === 'insufficient_balance') {
    return `${errorCodes[reason].message} ${missingLine(missing, company)}.`
  }
  if (reason === 'level_required') {
    return `${errorCodes[reason].message} ${prizeText.whyNot.level_required(prize.level_required!)}.`
  }
  if (reason === 'no_codes_left') return errorCodes[reason].message
  return `${prizeText.whyNot[reason]}.`
}

function missingLine(missing: number, display: Display): string {
  return prizeText.missing(missing, priceWords(missing, display))
}
