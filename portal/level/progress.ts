/** The customer's progress between two levels, calculated from the API's answer (R11.1, D6). */

import type { CustomerLevels, Level } from '#contract/level.ts'

type Standing = CustomerLevels['levels_system']

export type Keeping = {
  level: Level
  /** Points to earn by `until`; 0 when the level is already kept. */
  missing: number
  /** Null when the level cannot be lost. */
  until: string | null
  /** The earned share of the required points, from 0 to 1. */
  ratio: number
  have: number
}

/** The progress to keep the current level. Null without a level. */
export function keeping({ current }: Standing): Keeping | null {
  if (!current) return null
  const { level, missing_amount, until } = current
  const have = level.trigger_amount - missing_amount
  return {
    level,
    missing: missing_amount,
    until,
    have,
    ratio: ratioOf(have, level.trigger_amount),
  }
}

export type Rising = {
  level: Level
  missing: number
  until: string | null
  ratio: number
  have: number
}

/** The progress to the next level. Null at the last level. */
export function rising({ next }: Standing): Rising | null {
  if (!next) return null
  const { level, missing_amount, until } = next
  const have = Math.max(0, level.trigger_amount - missing_amount)
  return { level, missing: missing_amount, until, have, ratio: ratioOf(have, level.trigger_amount) }
}

/** A whole percentage, rounded down: 100 only when nothing is missing. */
export function percentOf(ratio: number): number {
  return Math.floor(ratio * 100 + 1e-9)
}

function ratioOf(have: number, whole: number): number {
  if (whole <= 0) return 1
  return Math.min(1, Math.max(0, have / whole))
}
