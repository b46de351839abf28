import type { Promotion } from '#contract/promotion.ts'
import { api, type FailureType, RequestFailure } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

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
