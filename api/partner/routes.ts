import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { partnerCustomer } from './customer.ts'
import { issueIntegrationToken, redeemIntegrationToken } from './integration-token.ts'

export function partnerRoutes(route: Route, context: Context): void {
  const { database } = context
  route('GET /partner/customer', ({ query, now, ...till }) =>
    partnerCustomer(context, till, query, now),
  )
  route('GET /customer/generate-integration-token', (caller) =>
    issueIntegrationToken(database, caller),
  )
  route('POST /partner/integration-token', ({ company_id, body, now }) =>
    redeemIntegrationToken(database, company_id, body.code, now),
  )
}
