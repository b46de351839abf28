import type { PromotionActivation } from '#contract/promotion.ts'
import { attemptOf, settleAttempt, storeAttempt } from '#portal/client/attempt.ts'
import { useWrite } from '#portal/client/write.ts'

/**
 * The name under which an activation is stored until its outcome is known. It has the customer, because another one may sign
 * in in this tab.
 */
export function attemptName(customer_id: string, code: string): string {
  return `promotion ${customer_id} ${code.toUpperCase()}`
}

/** R10.1, D2: one press makes one activation, however often it is sent. Throws RequestFailure. */
export function useActivate(customer_id: string, code: string): () => Promise<PromotionActivation> {
  const activate = useWrite('POST /promotion/{code}/activate')
  const name = attemptName(customer_id, code)
  return () => {
    const attempt = attemptOf(name, code)
    storeAttempt(name, attempt)
    const answer = activate({ params: { code: attempt.command }, idempotencyKey: attempt.key })
    return settleAttempt(name, answer)
  }
}
