/** The accounts, keys and people that somebody of the company should look at (D15). */

import * as z from 'zod/mini'

import { CalendarDate } from '#contract/value/date.ts'
import { text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/**
 * Why something is in the list.
 *
 * - wrong_codes: a customer's authorisations got many wrong codes (T6).
 * - newcomer_network: a network used up its activations of the newcomers' promotion (T17).
 * - key_points: a till key gave most of the points that it may give on a day (T18).
 * - key_misses: a till key was blocked because it asked for too many unknown customers (T18).
 * - many_sales: many sales to one customer on a day.
 * - many_adjustments: many adjustments by one staff member on a day.
 */
const reviewKinds = [
  'wrong_codes',
  'newcomer_network',
  'key_points',
  'key_misses',
  'many_sales',
  'many_adjustments',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** The kinds whose subject is a customer. */
export const customerKinds: readonly ReviewKind[] = ['wrong_codes', 'many_sales']

/** From these counts of a day on, something is in the list. */
export const reviewFrom = {
  /** Of one customer. 15 within 24 hours block the till key (max_wrong_codes_per_day), and then one of the two days has 8. */
  wrong_codes: 8,
  /** Percent of the points that a till key may give. A refused sale gives none, so a key seldom reaches its limit exactly. */
  key_points_percent: 90,
  sales: 10,
  adjustments: 20,
} as const

/** The most open items that the list shows. */
export const maxReviewItems = 200
/** Characters of the note that closes an item. */
export const maxReviewNote = 140

const named = z.nullable(z.object({ id: Uuid, name: z.nullable(z.string()) }))

export const ReviewItem = z.object({
  id: Uuid,
  kind: z.enum(reviewKinds),
  /** In the company's time zone. */
  day: CalendarDate,
  /** Wrong codes, activations, points, unknown customers, sales or adjustments, by the kind. */
  events: z.int(),
  first_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  /** The name is masked: 'Marina D. L.'; null: the person has not registered. */
  customer: named,
  key: named,
  staff: named,
  /** A mark of the network. The same network has the same mark on every day. */
  network: z.nullable(z.string()),
  /** The shop of the last event. */
  shop: z.nullable(z.string()),
})
export type ReviewItem = z.infer<typeof ReviewItem>

/** GET /admin/review: the open items, the newest first. */
export const ReviewItems = z.object({ items: z.array(ReviewItem) })

/** POST /admin/review/{id}/close. */
export const ReviewClosing = z.strictObject({ note: text(1, maxReviewNote) })
