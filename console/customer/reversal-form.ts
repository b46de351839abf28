/** The form of a reversal: the returned value as typed, '45,90', or nothing for all that is left. */

import * as z from 'zod/mini'

import { controlText } from '#console/text/customer-control.ts'
import { parseMoney } from '#console/value/number-text.ts'
import { Reversal } from '#contract/console/reversal.ts'
import { maxPurchaseValue } from '#contract/value/money.ts'

export const ReversalForm = z.strictObject({
  returned_value: z.string().check(
    z.refine((typed) => typed.trim() === '' || isValue(parseMoney(typed)), {
      error: controlText.wrongValue,
    }),
  ),
  reason: Reversal.shape.reason,
})
export type ReversalForm = z.output<typeof ReversalForm>

function isValue(centavos: number | undefined): boolean {
  return centavos !== undefined && centavos >= 1 && centavos <= maxPurchaseValue
}

/** The part of the request that the form decides. */
export function reversalOf({ returned_value, reason }: ReversalForm) {
  const centavos = parseMoney(returned_value)
  return { reason, ...(centavos !== undefined && { returned_value: centavos }) }
}
