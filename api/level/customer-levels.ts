/** A customer's level in the contract's form, from the facts of stored/facts.sql (R11.2, D6). */

import type { CustomerLevels, Level } from '#contract/level.ts'
import { addDays } from '#contract/value/date.ts'

/** The answer of customer_levels in stored/facts.sql; null: a company without levels. */
export type LevelFacts = {
  levels: Level[]
  stored: Standing | null
  /** The level as it would be settled now. */
  standing: Standing
  transition_id: string | null
  is_over: boolean
  /** RENOVATION: the points of the cycle and the level that they reach; null: the company has LOOKBACK. */
  cycle: { amount: number; level_id: string | null } | null
  /** LOOKBACK: the day on which the level is lost without further earnings, and the points left then. */
  fall: { falls_on: string; left_amount: number } | null
} | null

type Standing = {
  id: string
  level_id: string | null
  trigger_amount: number | null
  consolidated_at: string
  reseted_at: string | null
  calculated_at: string
  accumulated_amount: number
  cycle_amount: number
  cycle_ends_on: string | null
  changes_on: string | null
}

export function customerLevels(facts: LevelFacts, now: Date): CustomerLevels {
  if (!facts) {
    return {
      consolidated_level_data: null,
      transition_level_data: null,
      level_reset_pending: false,
      level_infos: null,
      levels_system: { current: null, next: null },
    }
  }
  const { stored, standing, transition_id, cycle } = facts
  const calculated_at = now.toISOString()
  const level = (id: string | null) => {
    const found = facts.levels.find((one) => one.id === id)
    return found ? { ...found, created_at: instant(found.created_at) } : null
  }
  return {
    consolidated_level_data: stored && {
      id: stored.id,
      consolidated_at: instant(stored.consolidated_at),
      reseted_at: stored.reseted_at && instant(stored.reseted_at),
      level_data: {
        id: stored.id,
        accumulated_amount: stored.accumulated_amount,
        calculated_at: instant(stored.calculated_at),
        level: level(stored.level_id),
      },
      reset_level_data: cycle && {
        id: null,
        accumulated_amount: cycle.amount,
        calculated_at,
        level: level(cycle.level_id),
      },
    },
    transition_level_data: {
      id: null,
      accumulated_amount: standing.accumulated_amount,
      calculated_at,
      level: level(transition_id),
    },
    level_reset_pending: facts.is_over,
    level_infos: {
      level: level(standing.level_id),
      accumulated_amount: standing.accumulated_amount,
    },
    levels_system: { current: current(facts, level(standing.level_id)), next: next(facts, level) },
  }
}

/** `until`: the day before something ends. That day still counts, through its last second (D1). */
type LevelsSystem = CustomerLevels['levels_system']

function current(facts: NonNullable<LevelFacts>, level: Level | null): LevelsSystem['current'] {
  if (!level) return null
  const { standing, fall } = facts
  // The first level of a chain that begins at 0.
  if (level.trigger_amount === 0) return { level, missing_amount: 0, until: null }
  if (standing.cycle_ends_on !== null) {
    const missing_amount = Math.max(0, level.trigger_amount - standing.cycle_amount)
    return { level, missing_amount, until: addDays(standing.cycle_ends_on, -1) }
  }
  // A LOOKBACK level above the first always has a fall, because all counted points leave the window some day.
  const { falls_on, left_amount } = fall!
  return { level, missing_amount: level.trigger_amount - left_amount, until: addDays(falls_on, -1) }
}

function next(
  { levels, standing }: NonNullable<LevelFacts>,
  level: (id: string | null) => Level | null,
): LevelsSystem['next'] {
  const above = levels.find((one) => one.trigger_amount > (standing.trigger_amount ?? -1))
  if (!above) return null
  const ends_on = standing.cycle_ends_on ?? standing.changes_on
  return {
    level: level(above.id)!,
    missing_amount: above.trigger_amount - standing.accumulated_amount,
    until: ends_on && addDays(ends_on, -1),
  }
}

/** An instant in UTC. PostgreSQL's JSON writes instants with another offset. */
function instant(timestamp: string): string {
  return new Date(timestamp).toISOString()
}
