/** An adjustment above the company's limit that a second person must approve (D15). */

import * as z from 'zod/mini'

import { Points } from '#contract/value/money.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Days until a request that nobody has decided ends. */
export const requestDays = 7
/** The most waiting requests that a company may have. */
export const maxRequests = 200

const person = z.object({ id: Uuid, name: z.string() })

export const AdjustmentRequest = z.object({
  id: Uuid,
  /** The name is masked: 'Marina D. L.'; null: the person has not registered. */
  customer: z.object({ id: Uuid, name: z.nullable(z.string()) }),
  /** Points: given if positive, taken if negative. */
  points_amount: Points,
  reason: z.string(),
  asked_by: person,
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type AdjustmentRequest = z.infer<typeof AdjustmentRequest>

/** GET /admin/adjustment-request: the waiting requests, the oldest first. */
export const AdjustmentRequests = z.object({ requests: z.array(AdjustmentRequest) })

export const withinLimitMessage = 'Até o limite, ajuste sem pedir aprovação'
export const tooManyRequestsMessage = `Já há ${maxRequests} pedidos esperando. Resolva alguns antes.`
