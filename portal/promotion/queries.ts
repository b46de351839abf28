import type { Promotion } from '#contract/promotion.ts'
import { type FailureType, RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

/** 'Not found' and 'not active' are answers too, not failures (R10.2). */
export type NoPromotion = { error_code: 'promotion_not_found' | 'inactive_promotion' }

/** R10.1. Always stale, because the customer's other actions change whether it can be activated. */
export const promotion = (code: string) =>
  queryOptions({
    queryKey: ['GET /promotion/{code}', code.toUpperCase()],
    queryFn: (): Promise<Promotion | NoPromotion> =>
      api('GET /promotion/{code}', { params: { code } }).catch((error: unknown) => {
        const error_code = error instanceof RequestFailure ? promotionErrors[error.type] : undefined
        if (!error_code) throw error
        return { error_code }
      }),
    staleTime: 0,
  })

const promotionErrors: { [type in FailureType]?: NoPromotion['error_code'] } = {
  promotion_not_found: 'promotion_not_found',
  inactive_promotion: 'inactive_promotion',
  // An invalid code belongs to no promotion.
  validation: 'promotion_not_found',
}
