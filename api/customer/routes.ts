import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { changeCustomer } from './change.ts'
import { createViaFirebase } from './create-via-firebase.ts'
import { readCustomer } from './customer.ts'
import { confirmEmail, resendConfirmation } from './email-confirmation.ts'
import { register } from './register.ts'

export function customerRoutes(route: Route, context: Context): void {
  route('POST /customer/create-via-email', ({ body, ...caller }) => register(context, body, caller))
  route('POST /customer/create-via-firebase', ({ body, ...caller }) =>
    createViaFirebase(context, body, caller),
  )
  route('GET /customer', ({ query, ...caller }) => readCustomer(context, caller, query))
  route('PUT /customer', ({ body, ...caller }) => changeCustomer(context, body, caller))
  route('POST /customer/email-confirmation', ({ body, ...caller }) =>
    confirmEmail(context, body, caller),
  )
  route('POST /customer/email-confirmation/resend', (caller) => resendConfirmation(context, caller))
}
