import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { generateToken } from './generate-token.ts'
import { linkLogin, requestLoginLink } from './login-link.ts'
import { login } from './login.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'
import { endSession, endSessionOf, sessions } from './session.ts'

export function sessionRoutes(route: Route, context: Context): void {
  route('POST /customer/login', ({ body, ...caller }) =>
    'token' in body ? linkLogin(context, body, caller) : login(context, body, caller),
  )
  route('POST /customer/login-link', ({ body, ...caller }) =>
    requestLoginLink(context, body, caller),
  )
  route('GET /customer/password-reset', ({ headers, ...caller }) =>
    requestPasswordReset(context, headers, caller),
  )
  route('POST /customer/password-reset', ({ body, ...caller }) =>
    resetPassword(context, body, caller),
  )
  route('GET /customer/generate-token', (caller) => generateToken(context, caller))
  route('GET /customer/session', (caller) => sessions(context.database, caller))
  route('DELETE /customer/session', ({ company_id, token_hash, now }) =>
    endSession(context.database, company_id, token_hash, now),
  )
  route('DELETE /customer/session/{id}', ({ params, body, ...caller }) =>
    endSessionOf(context.database, caller, params.id, body?.current_password),
  )
}
