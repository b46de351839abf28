import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { sessionMemberCodeKey } from './session-key.ts'

export function memberCodeRoutes(route: Route, { database, secret }: Context): void {
  route('GET /customer/member-code', (caller) => sessionMemberCodeKey(database, secret, caller))
}
