import type { Promotion } from '#contract/promotion.ts'
import { api, type FailureType, RequestFailure } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

/** 'Not found' and 'not active' are answers too, not failures (R10.2). */
export type NoPromotion = { refusal: 'promotion_not_found' | 'inactive_promotion' }

/** R10.1. Always stale, because the customer's other actions change whether it can be activated. */
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
  // An invalid code belongs to no promotion.
  validation: 'promotion_not_found',
}
