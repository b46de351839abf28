/** The deliveries of a company's webhooks, as the console shows them (D3). The endpoints themselves are part of the company document. */

import * as z from 'zod/mini'

import { Uuid } from '#contract/value/uuid.ts'
import { webhookTypes } from '#contract/webhook.ts'

export const WebhookEndpointView = z.object({
  id: Uuid,
  url: z.string(),
  /** Null: events of all types. */
  types: z.nullable(z.array(z.enum(webhookTypes))),
  /** The instant at which the endpoint answered 410; null: it receives. */
  disabled_at: z.nullable(z.iso.datetime()),
  delivered: z.int(),
  waiting: z.int(),
  given_up: z.int(),
})
export type WebhookEndpointView = z.infer<typeof WebhookEndpointView>

const deliveryStates = ['DELIVERED', 'WAITING', 'GIVEN_UP'] as const

export const WebhookDeliveryPage = z.strictObject({
  state: z.optional(z.enum(deliveryStates)),
  /** The event id of the last delivery of the page before. */
  before: z.optional(Uuid),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
})
export type WebhookDeliveryPage = z.output<typeof WebhookDeliveryPage>

const WebhookAttemptView = z.object({
  attempted_at: z.iso.datetime(),
  /** Null: no answer came. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  duration_ms: z.int(),
})

/** An event that is sent to an endpoint. `data` holds ids and figures, no personal data. */
export const WebhookDeliveryView = z.object({
  event_id: Uuid,
  type: z.enum(webhookTypes),
  created_at: z.iso.datetime(),
  data: z.looseObject({}),
  state: z.enum(deliveryStates),
  /** The instant of the next attempt; null: no further attempt. */
  due_at: z.nullable(z.iso.datetime()),
  /** All attempts so far, also those that `attempts` leaves out. */
  attempt_count: z.int(),
  /** The last ten attempts, newest first. */
  attempts: z.array(WebhookAttemptView),
})
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>

/** POST /admin/webhook/{id}/secret: shown this once. The secret before signs for another day. */
export const WebhookSecret = z.object({ secret: z.string() })
