/** The customer's bell (D11): each record keeps its type and its figures; the screen makes the sentence. */

import * as z from 'zod/mini'

import { Centavos, Points } from './money.ts'

/** Days before the expiry of points and vouchers on which the customer is notified. */
export const noticeDays = [30, 7, 1] as const

const points = { points_amount: Points, points_value: Centavos }

/** Every type, and what its `data` holds. */
const notificationData = {
  /** A sale earned points. */
  points_received: z.object({
    record_id: z.uuid(),
    subsidiary_name: z.string(),
    ...points,
  }),
  level_changed: z.object({
    level_name: z.nullable(z.string()),
    previous_level_name: z.nullable(z.string()),
    is_rise: z.boolean(),
  }),
  /** `expires_at` is the last day on which they are good; `days` are left until then, as it was noticed. */
  points_expiring: z.object({ ...points, expires_at: z.iso.date(), days: z.int() }),
  voucher_expiring: z.object({
    voucher_id: z.uuid(),
    prize_name: z.string(),
    expires_at: z.iso.date(),
    days: z.int(),
  }),
  /** How an authorisation ended (D5). The points are those that were taken, or would have been. */
  intention_ended: z.object({
    intention_id: z.uuid(),
    status: z.enum(['CAPTURED', 'DECLINED', 'CANCELLED', 'EXPIRED']),
    subsidiary_name: z.string(),
    ...points,
  }),
  promotion_credited: z.object({ promotion_name: z.string(), ...points }),
} as const satisfies Record<string, z.ZodMiniObject>

export type NotificationType = keyof typeof notificationData
export const notificationTypes = Object.keys(notificationData) as [
  NotificationType,
  ...NotificationType[],
]

type NotificationOf<Type extends NotificationType> = {
  [one in Type]: z.ZodMiniObject<{
    id: z.ZodMiniUUID
    type: z.ZodMiniLiteral<one>
    data: (typeof notificationData)[one]
    created_at: z.ZodMiniISODateTime
    read_at: z.ZodMiniNullable<z.ZodMiniISODateTime>
  }>
}[Type]

export const Notification = z.discriminatedUnion(
  'type',
  notificationTypes.map((type) =>
    z.object({
      id: z.uuid(),
      type: z.literal(type),
      data: notificationData[type],
      created_at: z.iso.datetime(),
      /** Null: not yet. */
      read_at: z.nullable(z.iso.datetime()),
    }),
  ) as unknown as [NotificationOf<NotificationType>, ...NotificationOf<NotificationType>[]],
)
export type Notification = z.infer<typeof Notification>

/** More than these are not counted: the bell shows '99+'. */
export const maxUnreadCount = 100

/** A page, newest first, and what the bell shows, in one answer: they are read together. */
export const Notifications = z.object({
  unread_count: z.int().check(z.minimum(0), z.maximum(maxUnreadCount)),
  notifications: z.array(Notification),
})
export type Notifications = z.infer<typeof Notifications>

const maxPerPage = 100

/** GET /notification: from before a notification, by its id. */
export const NotificationPage = z.strictObject({
  before: z.optional(z.uuid()),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxPerPage)), 20),
})

/** POST /notification/read: this one and all before it. */
export const NotificationRead = z.strictObject({ up_to: z.uuid() })
