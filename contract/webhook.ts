/** Webhooks: the events that Fiel sends to a company's server (D3), in the format of Standard Webhooks, and their endpoints. */

import * as z from 'zod/mini'

import { RecordHead } from '#contract/head/head.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { PostUrl } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Balance } from './customer.ts'

const points = { points_amount: Points, points_value: Centavos }

const Intention = z.object({
  id: Uuid,
  customer_id: Uuid,
  external_id: z.string(),
  subsidiary_name: z.string(),
  purchase_value: Centavos,
  ...points,
})

/** A voucher without its code, because any person with the code gets the prize. */
const voucher = {
  id: Uuid,
  customer_id: Uuid,
  prize_id: Uuid,
  prize_name: z.string(),
  points_amount: Points,
  /** The last day on which the voucher is valid; null: no end. */
  expires_at: z.nullable(z.iso.date()),
}

/** Each type of event and its `data`: ids and figures, no personal data. `GET /partner/customer` names the customer. */
const webhookData = {
  'points.generated': z.object({
    id: Uuid,
    customer_id: Uuid,
    /** This and the next two fields describe a sale; null for points of a promotion. Adjustments by staff and imports send no event. */
    external_id: z.nullable(z.string()),
    subsidiary_name: z.nullable(z.string()),
    purchase_value: z.nullable(Centavos),
    ...points,
    /** The first day on which they can be spent; null: at once. */
    available_at: z.nullable(z.iso.date()),
    /** The last day on which they can be spent; null: they never expire. */
    expires_at: z.nullable(z.iso.date()),
    /** The balance after the record. */
    balance: Balance,
  }),
  'points.reversed': z.object({
    id: Uuid,
    /** The record that this record reverses, in part or in full. */
    reverses_id: Uuid,
    customer_id: Uuid,
    external_id: z.nullable(z.string()),
    /** Negative if points were taken, positive if they were returned. */
    ...points,
    balance: Balance,
  }),
  'intention.authorized': Intention,
  'intention.declined': Intention,
  'intention.expired': Intention,
  'voucher.issued': z.object(voucher),
  'voucher.withdrawn': z.object({ ...voucher, subsidiary_name: z.string() }),
  'level.changed': z.object({
    customer_id: Uuid,
    level_id: z.nullable(Uuid),
    level_name: z.nullable(z.string()),
    previous_level_id: z.nullable(Uuid),
    previous_level_name: z.nullable(z.string()),
  }),
  /** A customer has registered. A pre-registered document is not a customer yet. */
  'customer.created': z.object({ customer_id: Uuid, login_type: z.string() }),
  /** A customer has left. Fiel has deleted the person's data; delete your own data about this id (D16). */
  'customer.erased': z.object({ customer_id: Uuid }),
  /** The head of a day was taken (docs/decisions/058-daily-head.md). Keep it: it proves later that no record was changed. */
  'head.signed': RecordHead,
} as const satisfies Record<string, z.ZodMiniObject>

export type WebhookType = keyof typeof webhookData
export type WebhookData<Type extends WebhookType> = z.infer<(typeof webhookData)[Type]>
export const webhookTypes = Object.keys(webhookData) as [WebhookType, ...WebhookType[]]

/** The body of a message. Each attempt sends the same `webhook-id`, so the receiver can detect duplicates. */
export const WebhookEvent = z.discriminatedUnion(
  'type',
  webhookTypes.map((type) =>
    z.object({
      type: z.literal(type),
      /** The instant of the event; `webhook-timestamp` is the instant of the attempt to send it. */
      timestamp: z.iso.datetime(),
      data: webhookData[type],
    }),
  ) as unknown as [WebhookEventOf<WebhookType>, ...WebhookEventOf<WebhookType>[]],
)
type WebhookEventOf<Type extends WebhookType> = {
  [one in Type]: z.ZodMiniObject<{
    type: z.ZodMiniLiteral<one>
    timestamp: z.ZodMiniISODateTime
    data: (typeof webhookData)[one]
  }>
}[Type]
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** A webhook endpoint in the company's file. */
export const WebhookFile = z.strictObject({
  url: PostUrl.check(z.maxLength(600)),
  /** Null: all types. */
  types: z._default(
    z.nullable(z.array(z.enum(webhookTypes)).check(z.minLength(1), z.maxLength(100))),
    null,
  ),
})
export type WebhookFile = z.infer<typeof WebhookFile>
