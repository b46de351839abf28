/** The conditions of a prize, and whether the customer meets each (D8, D13). */

import type { CustomerLevels, Level } from '#contract/level.ts'
import type { Prize } from '#contract/prize.ts'
import { prizeText } from '#portal/text/prize.ts'

import { levelReason, missingLine, type PriceDisplay } from './why-not.ts'

export type Condition = { isMet: boolean; text: string }

export type Standing = Pick<CustomerLevels, 'level_infos' | 'levels_system'>

/**
 * The conditions that this prize has, in the server's order of precedence. `missingPoints`: the points that the balance lacks
 * for the chosen quantity.
 */
export function conditionsOf(
  prize: Prize,
  missingPoints: number,
  missingForLevel: number | null,
  display: PriceDisplay,
): Condition[] {
  const { condition } = prizeText
  const lacks = (reason: Prize['reasons'][number]) => prize.reasons.includes(reason)
  const unmet = (text: string): Condition => ({ isMet: false, text })
  const either = (isMet: boolean, met: string, text: string) =>
    isMet ? { isMet, text: met } : unmet(text)
  const { level_required } = prize
  return [
    lacks('contact_unconfirmed') && unmet(condition.contact),
    // A customer without a document lacks the profile for each prize.
    (prize.complete_profile_required || lacks('incomplete_profile')) &&
      either(!lacks('incomplete_profile'), condition.profileMet, condition.profile),
    level_required !== null &&
      either(
        !lacks('level_required'),
        condition.levelMet(level_required),
        levelReason(level_required, missingForLevel, display),
      ),
    lacks('expired') && unmet(prizeText.whyNot.expired),
    lacks('no_codes_left') && unmet(prizeText.whyNot.no_codes_left),
    prize.value > 0 &&
      either(missingPoints === 0, condition.balanceMet, missingLine(missingPoints, display)),
  ].filter((line) => line !== false)
}

/** Points to accumulate until the level; null where that is unknown. */
export function missingForLevel(name: string, chain: Level[], standing: Standing): number | null {
  const { next } = standing.levels_system
  if (next?.level.name === name) return next.missing_amount
  const level = chain.find((one) => one.name === name)
  if (!level || !standing.level_infos) return null
  return Math.max(0, level.trigger_amount - standing.level_infos.accumulated_amount) || null
}
