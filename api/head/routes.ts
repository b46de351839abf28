/** The daily heads of a company in the console (docs/decisions/058-daily-head.md). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { headsBefore } from '#engine/head/read-head.ts'

export function headRoutes(route: Route, { database }: Context): void {
  route('GET /admin/head', ({ company_id, query: { before, per_page } }) =>
    headsBefore(database, company_id, before, per_page),
  )
}
