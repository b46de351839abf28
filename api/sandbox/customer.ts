import { randomUUID } from 'node:crypto'

import type { PoolClient } from 'pg'

import { recordConsent } from '#api/consent/consent.ts'
import type { Context } from '#api/context/context.ts'
import { openSession } from '#api/credential/session-token.ts'
import { addCustomer } from '#api/customer/add.ts'
import { formerKeys } from '#api/customer/former.ts'
import { ApiError } from '#api/http/api-error.ts'
import { emitEvent } from '#api/webhook/emit.ts'
import type { SandboxCustomer, SandboxPerson } from '#contract/sandbox/sandbox.ts'
import { row, sql, transaction } from '#database/sql.ts'

import { refuseReal } from './refuse-real.ts'

type Caller = { company_id: string; user_agent: string | null; now: Date }

/**
 * Signs in the sandbox's customer with this document. Registers the customer first if no customer has the document. The customer
 * may spend at once, because nobody receives mails of a sandbox. Throws `forbidden` for a real company.
 */
export async function sandboxCustomer(
  { database, secret }: Pick<Context, 'database' | 'secret'>,
  { company_id, user_agent, now }: Caller,
  person: SandboxPerson,
): Promise<SandboxCustomer> {
  refuseReal(company_id)
  return transaction(database, async (connection) => {
    const keys = formerKeys(secret, company_id, person.document)
    const customer_id =
      (await registeredWith(connection, company_id, person.document)) ??
      (await register(connection, { company_id, user_agent, now }, { ...person, keys }))
    const opening = { company_id, customer_id, user_agent, now }
    const { token } = await openSession(connection, secret, opening)
    return { customer_id, company_id, token }
  })
}

/**
 * The registered customer of a document; undefined: the document is unknown or pre-registered. Locks the customer until the
 * commit, because a reset of the sandbox deletes customers.
 */
async function registeredWith(
  connection: PoolClient,
  company_id: string,
  document: string,
): Promise<string | undefined> {
  const found = await row<{ id: string }>(
    connection,
    sql`select id
          from accounts_with(${company_id}, null, ${document}, null)
         where hold_customer(${company_id}, id)`,
  )
  return found?.id
}

async function register(
  connection: PoolClient,
  { company_id, user_agent, now }: Caller,
  { document, name, keys }: SandboxPerson & { keys: Buffer[] | null },
): Promise<string> {
  try {
    const customer_id = await addCustomer(
      connection,
      company_id,
      {
        name,
        document,
        document_keys: keys,
        // A customer needs a confirmed contact to spend (D3). Names below .invalid have no mailbox (RFC 2606). The address is
        // random, so that no other customer of the sandbox has typed it.
        email: `${randomUUID()}@sandbox.invalid`,
        email_verified_at: now,
        phone: null,
        phone_verified_at: null,
        birthdate: '1990-01-01',
        password_hash: null,
        opt_in: true,
        opt_in_marketing: false,
        login_type: 'EMAIL',
        address: null,
      },
      now,
    )
    await recordConsent(connection, { company_id, customer_id, user_agent, now }, 'OPT_IN', true)
    const created = { customer_id, login_type: 'EMAIL' }
    await emitEvent(connection, company_id, 'customer.created', created, now)
    return customer_id
  } catch (error) {
    // A concurrent call has registered the document since.
    const other =
      error instanceof ApiError && (await registeredWith(connection, company_id, document))
    if (other) return other
    throw error
  }
}
