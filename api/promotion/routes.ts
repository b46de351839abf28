import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { newcomerGuard } from './newcomer-guard.ts'
import { activatePromotion, promotion } from './promotion.ts'

export function promotionRoutes(route: Route, context: Context): void {
  const { database } = context
  route('GET /promotion/{code}', ({ params, ...caller }) =>
    promotion(database, { ...caller, code: params.code }),
  )
  route(
    'POST /promotion/{code}/activate',
    ({ params, ...call }) => activatePromotion(context, { ...call, code: params.code }),
    newcomerGuard(database),
  )
}
