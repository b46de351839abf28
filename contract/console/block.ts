/** The block of a customer by the staff (D15): sign-in and spending are refused, earning goes on. */

import * as z from 'zod/mini'

/** Why a customer is blocked. The reason is in the record and in the audit log. The sign-in does not tell it. */
export const blockReasons = ['fraud', 'stolen', 'rules', 'request'] as const
export type BlockReason = (typeof blockReasons)[number]

/** A reason in a sentence, as 'motivo: suspeita de fraude'. */
export const blockReasonNames: Record<BlockReason, string> = {
  fraud: 'suspeita de fraude',
  stolen: 'acesso por outra pessoa',
  rules: 'uso contra o regulamento',
  request: 'pedido da própria pessoa',
}

/** POST /admin/customer/{id}/block. */
export const CustomerBlocking = z.strictObject({
  reason: z.enum(blockReasons, { error: 'Escolha um motivo' }),
})
export type CustomerBlocking = z.output<typeof CustomerBlocking>

/** The block in a customer's record. */
export const CustomerBlock = z.object({
  reason: z.enum(blockReasons),
  blocked_by: z.string(),
  blocked_at: z.iso.datetime(),
})
export type CustomerBlock = z.infer<typeof CustomerBlock>
