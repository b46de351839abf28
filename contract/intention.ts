/** A till's wish to spend a customer's points: what the till asks and the customer sees (R8, D5). */

import * as z from 'zod/mini'

import { Balance } from './customer.ts'
import { Centavos, max_purchase_value, Points } from './money.ts'
import { PointsGeneration } from './points.ts'
import { UnknownSubsidiary } from './subsidiary.ts'
import { text } from './text.ts'

/** How long a till may wait for the customer, where the company does not say (D5). */
export const default_intention_minutes = 10

/** The most that a customer can have: every integer up to it is exact. */
const max_points = Number.MAX_SAFE_INTEGER

const intention_statuses = [
  'PENDING',
  'AUTHORIZED',
  'CAPTURED',
  'DECLINED',
  'CANCELLED',
  'EXPIRED',
] as const

const WantedPoints = Points.check(z.minimum(1), z.maximum(max_points))

/** POST /partner/points/intention. */
export const IntentionOpening = z
  .strictObject({
    customer: PointsGeneration.shape.customer,
    purchase_value: PointsGeneration.shape.purchase_value,
    points_amount: z.optional(WantedPoints),
    /** Centavos: the fewest points that are worth it, or a little more, are held. */
    points_value: z.optional(Centavos.check(z.minimum(1), z.maximum(max_purchase_value))),
    external_id: text(1, 191),
    subsidiary_name: text(1, 191),
  })
  .check(
    z.refine(
      ({ points_amount, points_value }) =>
        (points_amount === undefined) !== (points_value === undefined),
      { path: ['points_amount'], error: 'Informe points_amount ou points_value, e só um deles' },
    ),
  )
export type IntentionOpening = z.output<typeof IntentionOpening>

/** POST /partner/points/intention/{id}/capture: with the customer's code, or after the customer's yes. */
export const IntentionCapture = z.strictObject({
  code: z.optional(
    z.string().check(z.regex(/^\d{6}$/, { error: 'O código tem exatamente 6 números' })),
  ),
  /** At most what is held; all of it unless told. */
  points_amount: z.optional(WantedPoints),
})
export type IntentionCapture = z.output<typeof IntentionCapture>

/** The cashier's sentence for `wrong_code` (D13). */
export function wrongCodeMessage(attempts_left: number): string {
  if (attempts_left === 0) {
    return 'O código não confere. Não restam tentativas: o pedido foi cancelado.'
  }
  if (attempts_left === 1) return 'O código não confere. Resta 1 tentativa.'
  return `O código não confere. Restam ${attempts_left} tentativas.`
}

const shown = {
  id: z.uuid(),
  status: z.enum(intention_statuses),
  subsidiary_name: z.string(),
  purchase_value: Centavos,
  /** What is held: never more is taken. */
  points_amount: Points,
  points_value: Centavos,
  /** Before it, when the till asked. */
  balance: Balance,
  /** That, without what was taken or may be. */
  balance_after: Balance,
  /** What the till took: all, or less. `record_id` names it in the history. */
  captured: z.nullable(
    z.object({ record_id: z.uuid(), points_amount: Points, points_value: Centavos }),
  ),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

/** As the customer sees it. */
export const Intention = z.object({
  ...shown,
  /** Six digits to tell the cashier; null once it is over. */
  code: z.nullable(z.string()),
})
export type Intention = z.infer<typeof Intention>

/** As the till sees it: without the code, which only the customer can give. */
export const TillIntention = z.object({
  ...shown,
  external_id: z.string(),
  /** Beside the answer to the request, where the company does not list the shop (D13). */
  warning: z.optional(UnknownSubsidiary),
})
export type TillIntention = z.infer<typeof TillIntention>

/**
 * GET /points/intention/stream: `text/event-stream`, each event's data an Intention. On its way out it is what writes them,
 * for as long as the other side is there.
 */
export const IntentionEvents = z.custom<EventWriter>()
export type EventWriter = (connection: EventConnection) => void
export type EventConnection = {
  /** False: the other side has not read what was written before. */
  write: (text: string) => boolean
  end: () => void
  /** Drops what was written and not read yet. */
  destroy: () => void
  once: (event: 'close', left: () => void) => void
}
