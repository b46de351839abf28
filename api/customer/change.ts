import { recordConsent } from '#api/consent/consent.ts'
import type { Context } from '#api/context.ts'
import { type Database, row, sql, transaction } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import { type Attempt, attempted } from '#api/session/attempt.ts'
import { hashPassword, isPassword } from '#api/session/password.ts'
import { endSessions } from '#api/session/session.ts'
import {
  contact_message,
  type Customer,
  type CustomerChange,
  used_messages,
} from '#contract/customer.ts'

import { refuseByAge } from './age.ts'
import { customer } from './customer.ts'
import { takePreRegistrationOver } from './pre-registration.ts'
import { refusingUsed } from './used.ts'

type Caller = {
  company_id: string
  customer_id: string
  token_hash: Buffer
  address: string
  user_agent: string | null
  now: Date
}

type Known = {
  email: string | null
  phone: string | null
  document: string | null
  password_hash: string | null
}

/**
 * R4.3. Changes what was sent. A new password, and a new email, take the current password and end the other sessions; a
 * new email is to be confirmed, and the old one is told. Throws `wrong_password`, `underage`, `overage`, `used_email`,
 * `used_phone`, `used_document` or `too_many_requests`; then nothing has changed.
 */
export async function changeCustomer(
  { database, queueMail }: Context,
  change: CustomerChange,
  caller: Caller,
): Promise<Customer> {
  const { company_id, token_hash, now } = caller
  const known = (await row<Known>(
    database,
    sql`select email, phone, document, password_hash
          from customer
         where company_id = ${company_id} and id = ${caller.customer_id}`,
  ))!
  const { email = known.email, phone = known.phone } = change
  if (email === null && phone === null) {
    throw new Refused('validation', { fields: { email: [contact_message] } })
  }
  const has_new_email = email !== known.email
  const has_new_credentials = change.password !== undefined || has_new_email
  if (has_new_credentials && known.password_hash !== null) {
    await checkPassword(database, caller, known.password_hash, change.current_password)
  }
  if (change.birthdate !== undefined) {
    await refuseByAge(database, company_id, change.birthdate, now)
  }
  const password_hash = change.password === undefined ? null : await hashPassword(change.password)

  const customer_id = await refusingUsed(
    () =>
      transaction(database, async (connection) => {
        const id = await ownerOf(connection, caller, known, change.document)
        await write(connection, company_id, id, { ...change, password_hash })
        await recordChoices(connection, { ...caller, customer_id: id }, change)
        if (has_new_credentials) {
          await endSessions(connection, company_id, id, now, token_hash)
          if (known.email !== null) {
            const owner = { company_id, customer_id: id, email: known.email }
            await queueMail(connection, { kind: 'credentials_changed', ...owner })
          }
        }
        if (has_new_email && email !== null) {
          await queueMail(connection, { kind: 'email_confirmation', company_id, customer_id: id })
        }
        return id
      }),
    used_messages,
  )
  return customer(database, company_id, customer_id, now)
}

/** The record that is changed: the person's own, or one that waits for who gives this document (D3). */
async function ownerOf(
  connection: Database,
  { company_id, customer_id }: Caller,
  known: Known,
  document: string | undefined,
): Promise<string> {
  if (known.document !== null || document === undefined) return customer_id
  return takePreRegistrationOver(connection, company_id, customer_id, document)
}

async function recordChoices(
  connection: Database,
  person: Caller,
  { opt_in, opt_in_marketing }: CustomerChange,
): Promise<void> {
  if (opt_in) await recordConsent(connection, person, 'OPT_IN', true)
  if (opt_in_marketing !== undefined) {
    await recordConsent(connection, person, 'MARKETING', opt_in_marketing)
  }
}

async function checkPassword(
  database: Database,
  { company_id, customer_id, address, now }: Caller,
  password_hash: string,
  password: string | undefined,
): Promise<void> {
  const attempt: Attempt = { company_id, action: 'secret', account: customer_id, address }
  await attempted(database, attempt, now, async () => {
    if (password === undefined || !(await isPassword(password, password_hash))) {
      throw new Refused('wrong_password')
    }
  })
}

/** What was not sent stays; an empty part of an address is none. */
async function write(
  connection: Database,
  company_id: string,
  customer_id: string,
  change: CustomerChange & { password_hash: string | null },
): Promise<void> {
  await row(
    connection,
    sql`update customer
           set name = coalesce(${change.name ?? null}, name),
               email = case when ${change.email === undefined} then email else ${change.email ?? null} end,
               email_verified_at = case
                 when ${change.email === undefined} or email = ${change.email ?? null} then email_verified_at
               end,
               phone = case when ${change.phone === undefined} then phone else ${change.phone ?? null} end,
               phone_verified_at = case
                 when ${change.phone === undefined} or phone = ${change.phone ?? null} then phone_verified_at
               end,
               birthdate = coalesce(${change.birthdate ?? null}, birthdate),
               document = coalesce(${change.document ?? null}, document),
               sex = coalesce(${change.sex ?? null}, sex),
               opt_in = coalesce(${change.opt_in ?? null}, opt_in),
               opt_in_marketing = coalesce(${change.opt_in_marketing ?? null}, opt_in_marketing),
               address_street = nullif(coalesce(${change.address_street ?? null}, address_street), ''),
               address_district = nullif(coalesce(${change.address_district ?? null}, address_district), ''),
               address_city = nullif(coalesce(${change.address_city ?? null}, address_city), ''),
               address_state = nullif(coalesce(${change.address_state ?? null}, address_state), ''),
               address_postal_code = nullif(coalesce(${change.address_postal_code ?? null}, address_postal_code), ''),
               address_complement = nullif(coalesce(${change.address_complement ?? null}, address_complement), ''),
               address_number = nullif(coalesce(${change.address_number ?? null}, address_number), ''),
               password_hash = coalesce(${change.password_hash}, password_hash)
         where company_id = ${company_id} and id = ${customer_id}`,
  )
}
