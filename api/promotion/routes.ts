import type { Context } from '#api/context.ts'
import type { Route } from '#api/http/route.ts'

import { newcomerGuard } from './newcomer-guard.ts'
import { activatePromotion, promotion } from './promotion.ts'

export function promotionRoutes(route: Route, { database }: Context): void {
  route('GET /promotion/{code}', ({ params, ...caller }) =>
    promotion(database, { ...caller, code: params.code }),
  )
  route(
    'POST /promotion/{code}/activate',
    ({ params, claim = database, ...caller }) =>
      activatePromotion(claim, { ...caller, code: params.code }),
    newcomerGuard(database),
  )
}
