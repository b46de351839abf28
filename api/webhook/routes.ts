/** The deliveries of a company's webhooks in the console (D3). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { deliveriesTo } from './deliveries.ts'
import { endpoints } from './endpoint.ts'
import { addSecret, enable, replayTo } from './manage.ts'

export function webhookRoutes(route: Route, { database }: Context): void {
  route('GET /admin/webhook', ({ company_id }) => endpoints(database, company_id))
  route('GET /admin/webhook/{id}/delivery', ({ company_id, params, query }) =>
    deliveriesTo(database, company_id, params.id, query),
  )
  route('POST /admin/webhook/{id}/delivery/{event_id}/replay', ({ params, ...call }) =>
    replayTo(database, call, params),
  )
  route('POST /admin/webhook/{id}/enable', ({ params, ...call }) =>
    enable(database, call, params.id),
  )
  route('POST /admin/webhook/{id}/secret', ({ params, ...call }) =>
    addSecret(database, call, params.id),
  )
}
