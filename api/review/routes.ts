/** What somebody of the company should look at, in the console (D15). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { closeItem, openItems } from './items.ts'

export function reviewRoutes(route: Route, { database }: Context): void {
  route('GET /admin/review', async ({ company_id }) => ({
    items: await openItems(database, company_id),
  }))
  route('POST /admin/review/{id}/close', ({ params, body, ...call }) =>
    closeItem(database, call, { id: params.id, note: body.note }),
  )
}
