/** Payment with points: a till's request to spend a customer's points, as the till and the customer see it (R8, D5). */

import * as z from 'zod/mini'

import { Centavos, maxPurchaseValue, Points } from '#contract/value/money.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Balance } from './customer.ts'
import { PointsGeneration } from './points.ts'
import { UnknownSubsidiary } from './subsidiary.ts'

/** Default lifetime of an intention (D5). */
export const defaultIntentionMinutes = 10

/** The maximum balance: JavaScript numbers are exact up to it. */
const maxPoints = Number.MAX_SAFE_INTEGER

const intentionStatuses = [
  'PENDING',
  'AUTHORIZED',
  'CAPTURED',
  'DECLINED',
  'CANCELLED',
  'EXPIRED',
] as const

const WantedPoints = Points.check(z.minimum(1), z.maximum(maxPoints))

/** The message of a request that names both points_amount and points_value, or neither (D5). */
export const oneAmountMessage = 'Informe points_amount ou points_value, e só um deles'

/** POST /partner/points/intention. */
export const IntentionOpening = z
  .strictObject({
    customer: PointsGeneration.shape.customer,
    purchase_value: PointsGeneration.shape.purchase_value,
    points_amount: z.optional(WantedPoints),
    /** Centavos. The ledger holds the smallest number of points that are worth at least this value. */
    points_value: z.optional(Centavos.check(z.minimum(1), z.maximum(maxPurchaseValue))),
    external_id: text(1, maxLine),
    subsidiary_name: text(1, maxLine),
  })
  .check(
    z.refine(
      ({ points_amount, points_value }) =>
        (points_amount === undefined) !== (points_value === undefined),
      { path: ['points_amount'], error: oneAmountMessage },
    ),
  )
  // The same rule in JSON Schema, for the types of the till's client.
  .register(z.globalRegistry, {
    oneOf: ['points_amount', 'points_value'].map((field) => ({ required: [field] })),
  })
export type IntentionOpening = z.output<typeof IntentionOpening>

/** POST /partner/points/intention/{id}/capture: with the customer's code, or after the customer has confirmed. */
export const IntentionCapture = z.strictObject({
  code: z.optional(
    z.string().check(z.regex(/^\d{6}$/, { error: 'O código tem exatamente 6 números' })),
  ),
  /** At most the held points. Default: all of them. */
  points_amount: z.optional(WantedPoints),
})
export type IntentionCapture = z.output<typeof IntentionCapture>

/** The cashier's message for `wrong_code` (D13). */
export function wrongCodeMessage(attempts_left: number): string {
  if (attempts_left === 0) {
    return 'O código não confere. Não restam tentativas: o pedido foi cancelado.'
  }
  if (attempts_left === 1) return 'O código não confere. Resta 1 tentativa.'
  return `O código não confere. Restam ${attempts_left} tentativas.`
}

const shown = {
  id: Uuid,
  status: z.enum(intentionStatuses),
  subsidiary_name: z.string(),
  purchase_value: Centavos,
  /** The held points: the maximum that a capture takes. */
  points_amount: Points,
  points_value: Centavos,
  /** The balance when the till asked, before the hold. */
  balance: Balance,
  /** `balance` minus the captured or held points. */
  balance_after: Balance,
  /** The captured points, at most the held points. `record_id` is the record in the history. */
  captured: z.nullable(
    z.object({ record_id: Uuid, points_amount: Points, points_value: Centavos }),
  ),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

/** An intention as the customer sees it. */
export const Intention = z.object({
  ...shown,
  /** The cause of status CANCELLED: the shop, or the fifth wrong code. Null in every other status. */
  cancelled_by: z.nullable(z.enum(['shop', 'wrong_codes'])),
  /** Six digits that the customer tells the cashier; null after the end of the intention. */
  code: z.nullable(z.string()),
})
export type Intention = z.infer<typeof Intention>

/** An intention as the till sees it. It has no code: only the customer may pass the code on. */
export const TillIntention = z.object({
  ...shown,
  external_id: z.string(),
  /** Present when the company does not list the shop (D13). */
  warning: z.optional(UnknownSubsidiary),
})
export type TillIntention = z.infer<typeof TillIntention>

/**
 * GET /points/intention/stream: `text/event-stream`; the data of each event is an Intention. The event `points` has no data:
 * it says that the balance may have changed. On the server the response is a function that writes events until the client
 * disconnects.
 */
export const IntentionEvents = z.custom<EventWriter>()
export type EventWriter = (connection: EventConnection) => void
export type EventConnection = {
  /** False: the client has not read the earlier events yet. */
  write: (text: string) => boolean
  end: () => void
  /** Drops the events that the client has not read. */
  destroy: () => void
  once: (event: 'close', left: () => void) => void
}
