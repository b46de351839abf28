import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { advanceClock } from './advance-clock.ts'
import { sandboxCustomer } from './customer.ts'

export function sandboxRoutes(route: Route, context: Context): void {
  route('POST /partner/sandbox/customer', ({ company_id, body, user_agent, now }) =>
    sandboxCustomer(context, { company_id, user_agent, now }, body),
  )
  route('POST /partner/sandbox/clock', ({ company_id, body }) =>
    advanceClock(context, company_id, new Date(body.now)),
  )
}
