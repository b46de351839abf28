/** The levels a customer climbs (R11). */

import * as z from 'zod/mini'

import { Points } from './money.ts'
import { Colour } from './theme.ts'

export const levelSystems = ['LOOKBACK', 'RENOVATION'] as const

/** The drawings of levels (portal/level/icons.ts). */
export const levelIcons = [
  'sprout',
  'medal',
  'star',
  'shield',
  'trophy',
  'crown',
  'diamond',
  'bean',
  'cup',
  'flame',
  'drop',
  'road',
  'mountain',
  'glass',
  'bottle',
  'barrel',
] as const
export type LevelIcon = (typeof levelIcons)[number]
/** The icons of a chain whose file names none, from the lowest level on. Higher levels have the last. */
const defaultIcons = 7

export function defaultLevelIcon(position: number): LevelIcon {
  return levelIcons[Math.min(position, defaultIcons - 1)]!
}

/** The chain is rising by `trigger_amount`: the first has no `prev`, the last no `next`. */
export const Level = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  description_url: z.nullable(z.string()),
  color: z.nullable(Colour),
  icon: z.enum(levelIcons),
  trigger_amount: Points,
  /** The factor for the points that a purchase earns. */
  multiplier: z.number(),
  prev: z.nullable(z.uuid()),
  next: z.nullable(z.uuid()),
  integrator_id: z.nullable(z.string()),
  /** The key of the related prize. */
  prize: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})
export type Level = z.infer<typeof Level>

/** GET /level: with what the screen shows of the related prize; null also where the store does not show it. */
export const ChainLevel = z.extend(Level, {
  related_prize: z.nullable(
    z.object({ id: z.uuid(), name: z.string(), photo_url: z.nullable(z.string()) }),
  ),
})
export type ChainLevel = z.infer<typeof ChainLevel>

/** A level, and the accumulation that points to it. */
const LevelData = z.object({
  /** The id of the stored row; null: calculated for this answer. */
  id: z.nullable(z.uuid()),
  accumulated_amount: Points,
  calculated_at: z.iso.datetime(),
  /** Null: not even the first is reached, or the stored one has left the chain. */
  level: z.nullable(Level),
})

/** A customer's level (D6, R11.2). In a company without levels all fields are null and nothing is pending. */
export const customer_levels = {
  /** The level that was last stored; null: none yet. */
  consolidated_level_data: z.nullable(
    z.object({
      id: z.uuid(),
      consolidated_at: z.iso.datetime(),
      /** RENOVATION: when the accumulator last returned to 0. */
      reseted_at: z.nullable(z.iso.datetime()),
      level_data: LevelData,
      /** RENOVATION: where the customer would land at the end of the cycle, with what the cycle has accumulated. */
      reset_level_data: z.nullable(LevelData),
    }),
  ),
  /** The level that the current accumulation reaches. */
  transition_level_data: z.nullable(LevelData),
  /** RENOVATION: the cycle has ended and is not consolidated yet. */
  level_reset_pending: z.boolean(),
  /** The level as it is now and what has been accumulated for it; null in a company without levels (section 3). */
  level_infos: z.nullable(z.object({ level: z.nullable(Level), accumulated_amount: Points })),
  /** The level as it is now, whether or not it is stored yet, and the one above it. */
  levels_system: z.object({
    /** Null: not even the first is reached. */
    current: z.nullable(
      z.object({
        level: Level,
        /** Points to earn by `until` to keep the level. */
        missing_amount: Points,
        /** The last local day on which the level is sure; null: it cannot be lost. */
        until: z.nullable(z.iso.date()),
      }),
    ),
    /** Null: the customer has the highest level. */
    next: z.nullable(
      z.object({
        level: Level,
        /** Points to earn by `until` to rise to it. */
        missing_amount: Points,
        /** The last local day on which all that is accumulated still counts; null: nothing is. */
        until: z.nullable(z.iso.date()),
      }),
    ),
  }),
}
export const CustomerLevels = z.object(customer_levels)
export type CustomerLevels = z.infer<typeof CustomerLevels>
