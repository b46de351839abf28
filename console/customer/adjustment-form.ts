/** The form of an adjustment: the points as typed, '1.500', and apart from them whether they are given or taken. */

import * as z from 'zod/mini'

import { parseInteger } from '#console/value/number-text.ts'
import { Adjustment } from '#contract/console/desk.ts'

/** Text that is no number above 0 becomes 0, which the contract refuses with its sentence. So '1.5' is not read as 15. */
const TypedPoints = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => Math.max(parseInteger(typed) ?? 0, 0)),
  ),
  Adjustment.shape.points_amount,
)

export const AdjustmentForm = z.strictObject({
  direction: z.enum(['give', 'take']),
  points_amount: TypedPoints,
  reason: Adjustment.shape.reason,
})
export type AdjustmentForm = z.output<typeof AdjustmentForm>

/** The points of the request: negative if they are taken. */
export function signedPoints({ direction, points_amount }: AdjustmentForm): number {
  return direction === 'give' ? points_amount : -points_amount
}
