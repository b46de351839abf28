/** Where a customer stands between two levels, worked out from what the server says (R11.1, D6). */

import type { CustomerLevels, Level } from '#contract/level.ts'

type Standing = CustomerLevels['levels_system']

export type Keeping = {
  level: Level
  /** Points to earn by `until`; 0: the level is kept already. */
  missing: number
  /** Null: it cannot be lost. */
  until: string | null
  /** How much of what it takes is there, from 0 to 1. */
  ratio: number
  have: number
  /** Where who earns nothing more would be after `until`; null: without a level. */
  falls_to: Level | null
}

/** What it takes to keep the level. Null without one. */
export function keeping({ current }: Standing, chain: Level[]): Keeping | null {
  if (!current) return null
  const { level, missing_amount, until } = current
  const have = level.trigger_amount - missing_amount
  return {
    level,
    missing: missing_amount,
    until,
    have,
    ratio: ratioOf(have, level.trigger_amount),
    falls_to: missing_amount === 0 ? level : reached(chain, have),
  }
}

export type Rising = {
  level: Level
  missing: number
  until: string | null
  ratio: number
  have: number
}

/** What it takes to rise to the next level. Null at the last. */
export function rising({ next }: Standing): Rising | null {
  if (!next) return null
  const { level, missing_amount, until } = next
  const have = Math.max(0, level.trigger_amount - missing_amount)
  return { level, missing: missing_amount, until, have, ratio: ratioOf(have, level.trigger_amount) }
}

/** Whole percents, rounded down: 100 only where nothing is missing. */
export function percentOf(ratio: number): number {
  return Math.floor(ratio * 100 + 1e-9)
}

function ratioOf(have: number, whole: number): number {
  if (whole <= 0) return 1
  return Math.min(1, Math.max(0, have / whole))
}

/** The highest level of the chain that an amount reaches. */
function reached(chain: Level[], amount: number): Level | null {
  const below = chain.filter(({ trigger_amount }) => trigger_amount <= amount)
  return below.toSorted((a, b) => a.trigger_amount - b.trigger_amount).at(-1) ?? null
}
