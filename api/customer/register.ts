import type * as z from 'zod/mini'

import { type Attempt, attempted } from '#api/attempt/attempt.ts'
import { recordConsent } from '#api/consent/consent.ts'
import type { Context } from '#api/context/context.ts'
import { hashPassword } from '#api/credential/password.ts'
import { openSession } from '#api/credential/session-token.ts'
import { emitEvent } from '#api/webhook/emit.ts'
import type { Registration, SignedIn } from '#contract/customer.ts'
import { transaction } from '#database/sql.ts'

import { addCustomer } from './add.ts'
import { refuseByBirthdate } from './age.ts'
import { customer } from './customer.ts'
import { formerKeys } from './former.ts'
import { refusingUsed } from './used.ts'

type Caller = { company_id: string; address: string; user_agent: string | null; now: Date }

/**
 * R3.11. Registers a customer. A pre-registered document's record becomes this customer's, with its points (D3). Throws
 * `underage`, `overage`, `used_document`, `used_email`, `customer_blocked` or `too_many_requests`, and then changes nothing.
 */
export async function register(
  context: Context,
  registration: z.output<typeof Registration>,
  caller: Caller,
): Promise<SignedIn> {
  const { database } = context
  const { company_id, address, now } = caller
  const attempt: Attempt = { company_id, action: 'register', address }
  return attempted(database, attempt, now, () => add(context, registration, caller))
}

async function add(
  { database, secret, queueMail }: Context,
  registration: z.output<typeof Registration>,
  { company_id, user_agent, now }: Caller,
): Promise<SignedIn> {
  await refuseByBirthdate(database, company_id, registration.birthdate, now)
  const password_hash = await hashPassword(registration.password)
  return refusingUsed(() =>
    transaction(database, async (connection) => {
      const customer_id = await addCustomer(
        connection,
        company_id,
        {
          ...registration,
          document_keys: formerKeys(secret, company_id, registration.document),
          password_hash,
          email_verified_at: null,
          phone: null,
          phone_verified_at: null,
          address: null,
          login_type: 'EMAIL',
        },
        now,
      )
      const person = { company_id, customer_id, user_agent, now }
      await recordConsent(connection, person, 'OPT_IN', registration.opt_in)
      await recordConsent(connection, person, 'MARKETING', registration.opt_in_marketing)
      await queueMail(connection, { kind: 'email_confirmation', company_id, customer_id })
      const created = { customer_id, login_type: 'EMAIL' }
      await emitEvent(connection, company_id, 'customer.created', created, now)
      const session = await openSession(connection, secret, person)
      return { data: await customer(connection, company_id, customer_id, now), ...session }
    }),
  )
}
