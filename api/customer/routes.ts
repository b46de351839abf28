import type { Context } from '#api/app.ts'
import type { Route } from '#api/http/route.ts'

import { customer } from './customer.ts'
import { register } from './register.ts'

export function customerRoutes(route: Route, context: Context): void {
  route('POST /customer/create-via-email', ({ company_id, body, now }) =>
    register(context, company_id, body, now),
  )

  route('GET /customer', ({ company_id, customer_id, now }) =>
    customer(context.database, company_id, customer_id, now),
  )
}
