import { recordConsent } from '#api/consent/consent.ts'
import type { Context } from '#api/context/context.ts'
import { hashPassword } from '#api/credential/password.ts'
import { endSessions } from '#api/credential/session-token.ts'
import { ApiError } from '#api/http/api-error.ts'
import {
  contactMessage,
  type Customer,
  type CustomerChange,
  usedMessages,
} from '#contract/customer.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'

import { refuseByBirthdate } from './age.ts'
import { customer } from './customer.ts'
import { freshSince, isProven, type Need, type Proof, prove } from './evidence.ts'
import { formerKeys, noteFormer, noteReturn } from './former.ts'
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

type Stored = {
  email: string | null
  phone: string | null
  document: string | null
  password_hash: string | null
  opt_in_marketing: boolean
}

/**
 * R4.3. Changes the fields that were sent. A new password or email requires the current password and ends the other sessions.
 * A new phone or document requires it too, or a sign-in of the last 10 minutes (ASVS 7.5.1). An account
 * without a password requires such a sign-in for each of the four. A new email must be confirmed, and a mail to the old address reports
 * the change. Throws `wrong_password`, `password_required`, `sign_in_again`,
 * `underage`, `overage`, `used_email`, `used_phone`, `used_document` or `too_many_requests`, and then changes nothing.
 */
export async function changeCustomer(
  context: Context,
  change: CustomerChange,
  caller: Caller,
): Promise<Customer> {
  const { database } = context
  // Hash before the row is locked, because hashing takes about 20 ms and other requests wait for the lock.
  const { customer_id, ...stored } = await storedCustomer(database, caller)
  const person = { ...caller, customer_id }
  const need = needOf(stored, change)
  const proof = need && (await prove(database, person, stored, need, change.current_password))
  const password_hash = change.password === undefined ? null : await hashPassword(change.password)

  const changed = await refusingUsed(
    () =>
      transaction(database, (connection) =>
        changeLocked(context, connection, person, { change, password_hash, proof }),
      ),
    usedMessages,
  )
  // A concurrent change was committed between the two reads: decide again.
  return changed ?? changeCustomer(context, change, caller)
}

/** Reads the record by the session, because the record may be merged into a pre-registered one at any moment. */
async function storedCustomer(
  database: Database,
  { company_id, token_hash, now }: Caller,
): Promise<Stored & { customer_id: string; is_fresh: boolean }> {
  const stored = await row<Stored & { customer_id: string; is_fresh: boolean }>(
    database,
    sql`select customer.id as customer_id, email, phone, document, password_hash, opt_in_marketing,
               coalesce(signed_in_at(${company_id}, ${token_hash}, ${now}) >= ${freshSince(now)}, false) as is_fresh
          from session_of(${company_id}, ${token_hash}, ${now}) session
          join customer on customer.company_id = ${company_id} and customer.id = session.customer_id`,
  )
  // The session ended after the request began.
  if (!stored) throw new ApiError('unauthenticated')
  return stored
}

function hasNewEmail(stored: Stored, { email }: CustomerChange): boolean {
  return email !== undefined && email !== stored.email
}

/** Phone and document are names to sign in with. A first document takes nothing from anybody. */
function hasNewName(stored: Stored, { phone, document }: CustomerChange): boolean {
  const hasNewPhone = phone !== undefined && phone !== stored.phone
  const hasNewDocument = document !== undefined && document !== stored.document
  return hasNewPhone || (hasNewDocument && stored.document !== null)
}

/** Null: the change needs no proof. */
function needOf(stored: Stored, change: CustomerChange): Need | null {
  if (change.password !== undefined || hasNewEmail(stored, change)) return 'password'
  return hasNewName(stored, change) ? 'either' : null
}

type Prepared = {
  change: CustomerChange
  /** Hash of the new password; null: the password stays. */
  password_hash: string | null
  /** Null: the change needed none when it was read. */
  proof: Proof | null
}

/**
 * Decides, changes and reads the answer under the row's lock, so that concurrent changes of one customer run one after the
 * other. Returns null when the evidence has to be checked again.
 */
async function changeLocked(
  { queueMail, secret }: Context,
  connection: Database,
  caller: Caller,
  { change, password_hash, proof }: Prepared,
): Promise<Customer | null> {
  const { company_id, customer_id, token_hash, now } = caller
  const stored = await row<Stored>(
    connection,
    sql`select email, phone, document, password_hash, opt_in_marketing
          from customer
         where company_id = ${company_id} and id = ${customer_id} and erased_at is null
           for no key update`,
  )
  if (!stored) return null
  const need = needOf(stored, change)
  if (need && !(proof && isProven(proof, stored.password_hash, need))) return null
  if (change.birthdate !== undefined) {
    await refuseByBirthdate(connection, company_id, change.birthdate, now)
  }
  const { email = stored.email, phone = stored.phone } = change
  if (email === null && phone === null) {
    throw new ApiError('validation', { fields: { email: [contactMessage] } })
  }
  const id = await ownerOf(connection, caller, stored, change.document)
  await write(connection, company_id, id, { ...change, password_hash })
  if (change.document !== undefined && change.document !== stored.document) {
    const keys = (document: string | null) => formerKeys(secret, company_id, document)
    await noteReturn(connection, company_id, id, keys(change.document))
    await noteFormer(connection, company_id, keys(stored.document), now)
  }
  const person = { ...caller, customer_id: id }
  if (id !== customer_id) {
    // The pre-registered record may have a consent that the company's file brought. The person's own choice counts.
    await recordConsent(connection, person, 'MARKETING', stored.opt_in_marketing)
  }
  await recordChoices(connection, person, change)
  const changesEmail = hasNewEmail(stored, change)
  if (change.password !== undefined || changesEmail) {
    await endSessions(connection, company_id, id, now, token_hash)
    if (stored.email !== null) {
      const owner = { company_id, customer_id: id, email: stored.email }
      await queueMail(connection, { kind: 'credentials_changed', ...owner })
    }
  }
  if (changesEmail && email !== null) {
    await queueMail(connection, { kind: 'email_confirmation', company_id, customer_id: id })
  }
  return customer(connection, company_id, id, now)
}

/** The record to change: the customer's own, or the pre-registered record of the given document (D3). */
async function ownerOf(
  connection: Database,
  { company_id, customer_id }: Caller,
  stored: Stored,
  document: string | undefined,
): Promise<string> {
  if (stored.document !== null || document === undefined) return customer_id
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

type AddressField = Exclude<Extract<keyof CustomerChange, `address_${string}`>, 'address_country'>

/** Fields that were not sent stay. An empty or null part of an address clears the field (R4.4). */
async function write(
  connection: Database,
  company_id: string,
  customer_id: string,
  change: CustomerChange & { password_hash: string | null },
): Promise<void> {
  await row(
    connection,
    sql`select release_contacts(${company_id}, ${change.email ?? null}, ${change.phone ?? null}, document)
          from customer
         where company_id = ${company_id} and id = ${customer_id}`,
  )
  const part = (name: AddressField) => (change[name] === null ? '' : (change[name] ?? null))
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
               has_moved_document = has_moved_document and coalesce(document = ${change.document ?? null}, true),
               sex = case when ${change.sex === undefined} then sex else ${change.sex ?? null} end,
               opt_in = coalesce(${change.opt_in ?? null}, opt_in),
               opt_in_marketing = coalesce(${change.opt_in_marketing ?? null}, opt_in_marketing),
               -- The contact that this change leaves was checked under the row's lock.
               lacks_contact = false,
               address_street = nullif(coalesce(${part('address_street')}, address_street), ''),
               address_district = nullif(coalesce(${part('address_district')}, address_district), ''),
               address_city = nullif(coalesce(${part('address_city')}, address_city), ''),
               address_state = nullif(coalesce(${part('address_state')}, address_state), ''),
               address_postal_code = nullif(coalesce(${part('address_postal_code')}, address_postal_code), ''),
               address_complement = nullif(coalesce(${part('address_complement')}, address_complement), ''),
               address_number = nullif(coalesce(${part('address_number')}, address_number), ''),
               password_hash = coalesce(${change.password_hash}, password_hash)
         where company_id = ${company_id} and id = ${customer_id}`,
  )
}
