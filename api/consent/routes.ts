import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { agreeToCookies, consents, withdrawCookies } from './consent.ts'

export function consentRoutes(route: Route, { database }: Context): void {
  route('GET /customer/consent', (caller) => consents(database, caller))
  route('POST /customer/{user_id}/cookies-agreement', ({ params, ...caller }) =>
    agreeToCookies(database, caller, params.user_id),
  )
  route('DELETE /customer/{user_id}/cookies-agreement', ({ params, ...caller }) =>
    withdrawCookies(database, caller, params.user_id),
  )
}
