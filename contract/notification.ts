/** Notices on the customer's bell (D11). A notice stores its type and its data (amounts, names, dates); the screen writes the sentence. */

import * as z from 'zod/mini'

import { Centavos, Points } from '#contract/value/money.ts'
import { per_page } from '#contract/value/page.ts'
import { PostUrl } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Days before the expiry of points and vouchers on which the customer is notified. */
export const noticeDays = [30, 7, 1] as const

const points = { points_amount: Points, points_value: Centavos }

/** The `data` of each type of notice. */
const notificationData = {
  /** A sale earned points. */
  points_received: z.object({
    record_id: Uuid,
    subsidiary_name: z.string(),
    ...points,
  }),
  level_changed: z.object({
    level_name: z.nullable(z.string()),
    previous_level_name: z.nullable(z.string()),
    is_rise: z.boolean(),
  }),
  /** `expires_at` is the last valid day; `days` is the number of days left when the notice was created. */
  points_expiring: z.object({ ...points, expires_at: z.iso.date(), days: z.int() }),
  voucher_expiring: z.object({
    voucher_id: Uuid,
    prize_name: z.string(),
    expires_at: z.iso.date(),
    days: z.int(),
  }),
  /** The customer redeemed a prize. The notice begins as read, because the screen has already confirmed it. */
  voucher_issued: z.object({
    voucher_id: Uuid,
    prize_name: z.string(),
    expires_at: z.nullable(z.iso.date()),
  }),
  /** The outcome of an intention (D5). The points are the captured points, or the requested points if none were captured. */
  intention_ended: z.object({
    intention_id: Uuid,
    status: z.enum(['CAPTURED', 'DECLINED', 'CANCELLED', 'EXPIRED']),
    subsidiary_name: z.string(),
    ...points,
  }),
  promotion_credited: z.object({ promotion_name: z.string(), ...points }),
  /** A staff member gave points, took them, or undid that (D15): `points_amount` is negative if points were taken. */
  points_adjusted: z.object(points),
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
      id: Uuid,
      type: z.literal(type),
      data: notificationData[type],
      created_at: z.iso.datetime(),
      /** Null: not yet. */
      read_at: z.nullable(z.iso.datetime()),
    }),
  ) as unknown as [NotificationOf<NotificationType>, ...NotificationOf<NotificationType>[]],
)
export type Notification = z.infer<typeof Notification>

/** The count stops here: the bell shows '99+'. */
export const maxUnreadCount = 100

/** A page of notifications, newest first, with the bell's count. One answer holds both, because the screen shows both at once. */
export const Notifications = z.object({
  unread_count: z.int().check(z.minimum(0), z.maximum(maxUnreadCount)),
  notifications: z.array(Notification),
})
export type Notifications = z.infer<typeof Notifications>

/** GET /notification: the notifications older than `before`, an id. */
export const NotificationPage = z.strictObject({
  before: z.optional(Uuid),
  per_page,
})

/** POST /notification/read: marks the notification `up_to` and all older ones as read; without `up_to` all of them. */
export const NotificationRead = z.strictObject({ up_to: z.optional(Uuid) })

/** The kinds of notices that are also sent outside the portal (D21). The customer sees an authorisation's outcome in the portal. */
export const noticeKinds = [
  'points_received',
  'points_expiring',
  'voucher_issued',
  'voucher_expiring',
  'level_changed',
  'promotion_credited',
] as const satisfies NotificationType[]
export type NoticeKind = (typeof noticeKinds)[number]

const noticeChannels = ['mail', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The defaults until the customer chooses (decision 022). A push also needs a device that has subscribed. */
const noticeDefaults: Record<NoticeKind, Record<NoticeChannel, boolean>> = {
  // A customer who buys every day would get a mail every day.
  points_received: { mail: false, push: true },
  points_expiring: { mail: true, push: true },
  voucher_issued: { mail: true, push: true },
  voucher_expiring: { mail: true, push: true },
  level_changed: { mail: true, push: true },
  promotion_credited: { mail: true, push: true },
}

/** Kinds that are marketing: they need `opt_in_marketing` beside the choice. */
export const marketingNotices: readonly NoticeKind[] = ['promotion_credited']

/** The rules of messages, as the SQL takes them. `on`: 'channel kind', where the default is on. */
export const noticeRules = {
  kinds: noticeKinds,
  on: noticeKinds.flatMap((kind) =>
    noticeChannels
      .filter((channel) => noticeDefaults[kind][channel])
      .map((one) => `${one} ${kind}`),
  ),
  marketing: marketingNotices,
  /** The kinds that are combined: all notices of such a kind that a customer gets at once become one message. */
  digests: ['points_expiring', 'voucher_expiring'],
  /** How far from an expiry a digest may be. The one of the last day is never left out for an earlier one. */
  distances: noticeDays,
  /** Minimum days between two digests of one distance, as between the notices 7 days and 1 day before. A digest names the next 30 days. */
  digest_days: 6,
  /** Quiet hours in the company's time zone: nothing is sent from `quiet_from` to `quiet_to`. */
  quiet_from: 21,
  quiet_to: 8,
}

/** The customer's choices of notices by channel, and the reason why a channel cannot be used. */
export const NoticePreferences = z.object({
  /** Mails go to a confirmed email only. */
  has_confirmed_email: z.boolean(),
  /** Consent to marketing. Without it, marketing kinds are not sent. */
  opt_in_marketing: z.boolean(),
  /** Null: this server sends no pushes. */
  push: z.nullable(
    z.object({
      /** The key that a browser subscribes to, base64url. */
      public_key: z.string(),
      /** The device of this session gets pushes. */
      is_subscribed: z.boolean(),
    }),
  ),
  kinds: z.array(
    z.object({
      kind: z.enum(noticeKinds),
      is_marketing: z.boolean(),
      mail: z.boolean(),
      push: z.boolean(),
    }),
  ),
})
export type NoticePreferences = z.infer<typeof NoticePreferences>

/** A browser's PushSubscription as JSON. `p256dh` is its public key, a point of P-256. `auth` is 16 random bytes. */
export const PushSubscription = z.strictObject({
  /** Sent by browsers; not stored, because a push service says itself that a subscription is over. */
  expirationTime: z.optional(z.nullable(z.number())),
  endpoint: PostUrl.check(
    z.overwrite((written) => URL.parse(written)?.href ?? written),
    // The length is checked after the address is encoded, because encoding makes it longer.
    z.maxLength(1000, { error: 'Use um endereço de no máximo 1000 caracteres' }),
  ),
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
})
export type PushSubscription = z.output<typeof PushSubscription>

/** The content of a push, which is encrypted for the device. */
export type PushPayload = { title: string; body: string; path: string; tag: string }

/** PUT /notification/preferences: one switch. */
export const NoticeChoice = z.strictObject({
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  is_on: z.boolean(),
})
export type NoticeChoice = z.output<typeof NoticeChoice>

/** Where a mail's link to unsubscribe leads: a page of the API, which needs no sign-in. */
export const unsubscribePath = '/api/notification/unsubscribe'

/** The name of a kind in the settings and on the page to unsubscribe. */
export const noticeNames: Record<NoticeKind, string> = {
  points_received: 'Saldo recebido',
  points_expiring: 'Saldo a vencer',
  voucher_issued: 'Voucher emitido',
  voucher_expiring: 'Voucher perto de expirar',
  level_changed: 'Mudança de nível',
  promotion_credited: 'Promoção creditada',
}

/** The texts of the page to unsubscribe. The API serves this page without a script; it is no screen of the portal. */
export const unsubscribeWords = {
  title: (name: string) => `Parar de receber emails: ${name}`,
  question: (program: string) =>
    `Você deixa de receber este aviso de ${program} por email. Os outros avisos continuam.`,
  button: 'Parar de receber',
  done: 'Pronto, você não recebe mais este email',
  doneText: (name: string) =>
    `Desativamos por email: ${name}. Você pode ativar de novo quando quiser.`,
  settings: 'Ver todos os meus avisos',
  invalid: 'Este link não vale',
  invalidText: 'Abra o link do email de novo ou desative o aviso no seu cadastro.',
}
