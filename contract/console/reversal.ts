/** A staff member reverses a sale, undoes a use of points or cancels a voucher (D15). */

import * as z from 'zod/mini'

import { MadeAdjustment } from '#contract/console/desk.ts'
import { PointsReversal } from '#contract/points.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Why a movement is reversed. The reason is part of the audit log. */
export const reversalReasons = ['returned', 'mistake', 'double', 'regret', 'fraud'] as const
export type ReversalReason = (typeof reversalReasons)[number]

/** A reason in a sentence, as 'motivo: lançamento em dobro'. */
export const reversalReasonNames: Record<ReversalReason, string> = {
  returned: 'devolução da compra',
  mistake: 'lançamento errado',
  double: 'lançamento em dobro',
  regret: 'desistência do cliente',
  fraud: 'suspeita de fraude',
}

const reason = z.enum(reversalReasons, { error: 'Escolha um motivo' })

/** POST /admin/points/{id}/reverse: a sale, whole or in part, or a use of points. */
export const Reversal = z.strictObject({
  returned_value: PointsReversal.shape.returned_value,
  reason,
  /** A repeat with the same key is the same reversal and moves no points again. */
  key: Uuid,
})
export type Reversal = z.output<typeof Reversal>

/** POST /admin/voucher/{id}/cancel. */
export const VoucherCancelling = z.strictObject({ reason })
export type VoucherCancelling = z.output<typeof VoucherCancelling>

/** The record that the reversal wrote, and the balance after it. `is_repeat`: an earlier call with this key wrote it. */
export const MadeReversal = MadeAdjustment
export type MadeReversal = z.infer<typeof MadeReversal>
