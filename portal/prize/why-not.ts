/** Why a customer may not redeem so many of a prize now, and what there is to do about it (D8). */

import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import type { Prize } from '#contract/prize.ts'
import { type priceLines, priceWords } from '#portal/points/amount.ts'
import { prize_text } from '#portal/text/prize.ts'

type Reason = NonNullable<Prize['reason']>
type Why = { reason: Reason; missing: number }
type Display = Parameters<typeof priceLines>[1]

/**
 * What the server would answer to this many, as far as it can be known here: its own reason first, then those that only
 * the quantity brings. Null: nothing speaks against it. `balance` undefined: not known, so it is no reason.
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

/** As short as a card is wide. */
export function shortReason(prize: Prize, company: Company): string | null {
  const { reason, missing, level_required } = prize
  if (reason === null) return null
  if (reason === 'insufficient_balance') return missingLine(missing, company)
  // A prize that is refused for its level names it.
  if (reason === 'level_required') return prize_text.why_not.level_required(level_required!)
  return prize_text.why_not[reason]
}

/** The catalogue's sentence, and how far it is. */
export function fullReason({ reason, missing }: Why, prize: Prize, company: Company): string {
  if (reason === 'insufficient_balance') {
    return `${errorCodes[reason].message} ${missingLine(missing, company)}.`
  }
  if (reason === 'level_required') {
    return `${errorCodes[reason].message} ${prize_text.why_not.level_required(prize.level_required!)}.`
  }
  if (reason === 'no_codes_left') return errorCodes[reason].message
  return `${prize_text.why_not[reason]}.`
}

function missingLine(missing: number, display: Display): string {
  return prize_text.missing(missing, priceWords(missing, display))
}
