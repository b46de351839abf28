import type { Context } from '#api/context.ts'
import { row, sql } from '#api/database/sql.ts'

import type { Route } from './route.ts'

/** For load balancers. A database that is away makes it 503, as it would any call. */
export function healthRoute(route: Route, { database }: Context): void {
  route('GET /health', async () => {
    await row(database, sql`select 1`)
    return { status: 'ok' }
  })
}
