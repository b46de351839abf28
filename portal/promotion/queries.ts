import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Promotion, PromotionActivation } from '#contract/promotion.ts'
import { api, type FailureType, RequestFailure } from '#portal/client/api.ts'
import { attemptOf, make } from '#portal/client/attempt.ts'
import { invalidate } from '#portal/client/query.ts'

/** That there is none, or that it is not on, is an answer too (R10.2). */
export type NoPromotion = { refusal: 'promotion_not_found' | 'inactive_promotion' }

/** R10.1. What the person may have changes with what they do elsewhere, so it is asked for each time. */
export const promotion = (code: string) =>
  queryOptions({
    queryKey: ['GET /promotion/{code}', code.toUpperCase()],
    queryFn: (): Promise<Promotion | NoPromotion> =>
      api('GET /promotion/{code}', { params: { code } }).catch((error: unknown) => {
        const refusal = error instanceof RequestFailure ? refusals[error.type] : undefined
        if (!refusal) throw error
        return { refusal }
      }),
    staleTime: 0,
  })

const refusals: { [type in FailureType]?: NoPromotion['refusal'] } = {
  promotion_not_found: 'promotion_not_found',
  inactive_promotion: 'inactive_promotion',
  // What is no code at all is nobody's.
  validation: 'promotion_not_found',
}

/** The name under which an activation is kept until its end is known. */
export function attemptName(code: string): string {
  return `promotion:${code.toUpperCase()}`
}

/** R10.1, D2: one press, one activation, however often it has to be sent. Throws RequestFailure. */
export async function activate(client: QueryClient, code: string): Promise<PromotionActivation> {
  const name = attemptName(code)
  try {
    return await make(name, attemptOf(name, code), ({ key, asked }) =>
      api('POST /promotion/{code}/activate', { params: { code: asked }, idempotency_key: key }),
    )
  } finally {
    // Also after a refusal: then the promotion is not what was shown.
    invalidate(
      client,
      'GET /promotion/{code}',
      'GET /customer/balance',
      'GET /customer',
      'GET /points',
      'GET /notification',
    )
  }
}
