import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { levels } from './levels.ts'

export function levelRoutes(route: Route, { database }: Context): void {
  route('GET /level', ({ company_id }) => levels(database, company_id))
}
