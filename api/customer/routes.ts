import type { Context } from '#api/context/context.ts'
import { touchSession } from '#api/credential/session-token.ts'
import type { Route } from '#api/http/route.ts'

import { changeCustomer } from './change.ts'
import { createViaFirebase } from './create-via-firebase.ts'
import { customer } from './customer.ts'
import { confirmEmail, resendConfirmation } from './email-confirmation.ts'
import { register } from './register.ts'

export function customerRoutes(route: Route, context: Context): void {
  route('POST /customer/create-via-email', ({ body, ...caller }) => register(context, body, caller))
  route('POST /customer/create-via-firebase', ({ body, ...caller }) =>
    createViaFirebase(context, body, caller),
  )
  route('GET /customer', async ({ query, ...caller }) => {
    const { company_id, customer_id, now } = caller
    await touchSession(context.database, caller)
    if (query.update_level === 'TRUE') {
      await context.engine.apply(company_id, { verb: 'settle_level', caller_id: customer_id }, now)
    }
    return customer(context.database, company_id, customer_id, now)
  })
  route('PUT /customer', ({ body, ...caller }) => changeCustomer(context, body, caller))
  route('POST /customer/email-confirmation', ({ body, ...caller }) =>
    confirmEmail(context, body, caller),
  )
  route('POST /customer/email-confirmation/resend', (caller) => resendConfirmation(context, caller))
}
