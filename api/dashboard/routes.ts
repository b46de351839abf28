import type { Context } from '#api/context.ts'
import type { Route } from '#api/http/route.ts'

import { dashboard } from './dashboard.ts'

export function dashboardRoutes(route: Route, { database }: Context): void {
  route('GET /customer/dashboard', (caller) => dashboard(database, caller))
}
