/** Levels and a customer's progress through them (R11). */

import * as z from 'zod/mini'

import { Colour } from '#contract/brand/theme.ts'
import { Points } from '#contract/value/money.ts'
import { Uuid } from '#contract/value/uuid.ts'

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
/** The number of default icons, for levels without an icon in the file, lowest level first. Higher levels share the last. */
const defaultIcons = 7

export function defaultLevelIcon(position: number): LevelIcon {
  return levelIcons[Math.min(position, defaultIcons - 1)]!
}

/** A level of the chain, which rises by `trigger_amount`. The first level has no `prev`, the last no `next`. */
export const Level = z.object({
  id: Uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  description_url: z.nullable(z.string()),
  color: z.nullable(Colour),
  icon: z.enum(levelIcons),
  trigger_amount: Points,
  /** The factor for the points that a purchase earns. */
  multiplier: z.number(),
  prev: z.nullable(Uuid),
  next: z.nullable(Uuid),
  integrator_id: z.nullable(z.string()),
  /** The key of the related prize. */
  prize: z.nullable(z.string()),
  created_at: z.iso.datetime(),
})
export type Level = z.infer<typeof Level>

/** GET /level. The related prize as the screen shows it; null: no prize, or the store does not show it. */
export const ChainLevel = z.extend(Level, {
  related_prize: z.nullable(
    z.object({ id: Uuid, name: z.string(), photo_url: z.nullable(z.string()) }),
  ),
})
export type ChainLevel = z.infer<typeof ChainLevel>

/** A level, and the accumulated points that reach it. */
const LevelData = z.object({
  /** The id of the stored row; null: calculated for this answer. */
  id: z.nullable(Uuid),
  accumulated_amount: Points,
  calculated_at: z.iso.datetime(),
  /** Null: below the first level, or the company removed the stored level. */
  level: z.nullable(Level),
})

/** A customer's level (D6, R11.2). In a company without levels all fields are null and nothing is pending. */
export const customer_levels = {
  /** The last stored level; null: no level is stored yet. */
  consolidated_level_data: z.nullable(
    z.object({
      id: Uuid,
      consolidated_at: z.iso.datetime(),
      /** RENOVATION: when the accumulator last returned to 0. */
      reseted_at: z.nullable(z.iso.datetime()),
      level_data: LevelData,
      /** RENOVATION: the level that the points of the present cycle reach. It becomes the customer's level when the cycle ends. */
      reset_level_data: z.nullable(LevelData),
    }),
  ),
  /** The level that the current accumulation reaches. */
  transition_level_data: z.nullable(LevelData),
  /** RENOVATION: the cycle has ended and is not consolidated yet. */
  level_reset_pending: z.boolean(),
  /** The current level and the points accumulated for it; null in a company without levels (section 3). */
  level_infos: z.nullable(z.object({ level: z.nullable(Level), accumulated_amount: Points })),
  /** The current level, even if it is not stored yet, and the level above it. */
  levels_system: z.object({
    /** Null: below the first level. */
    current: z.nullable(
      z.object({
        level: Level,
        /** Points to earn by `until` to keep the level. */
        missing_amount: Points,
        /** The last local day on which the level is guaranteed; null: the customer cannot lose it. */
        until: z.nullable(z.iso.date()),
      }),
    ),
    /** Null: the customer has the highest level. */
    next: z.nullable(
      z.object({
        level: Level,
        /** Points to earn by `until` to rise to it. */
        missing_amount: Points,
        /** The last local day on which all accumulated points count; null: no points are accumulated. */
        until: z.nullable(z.iso.date()),
      }),
    ),
  }),
}
export const CustomerLevels = z.object(customer_levels)
export type CustomerLevels = z.infer<typeof CustomerLevels>
