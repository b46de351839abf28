import type { Context } from '#api/app.ts'
import type { Route } from '#api/http/route.ts'

import { login } from './login.ts'
import { endSession } from './session.ts'

export function sessionRoutes(route: Route, context: Context): void {
  route('POST /customer/login', ({ company_id, body, now }) =>
    login(context, company_id, body, now),
  )

  route('DELETE /customer/session', ({ company_id, token_hash }) =>
    endSession(context.database, company_id, token_hash),
  )
}
