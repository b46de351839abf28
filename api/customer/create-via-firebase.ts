import { type Attempt, attempted } from '#api/attempt/attempt.ts'
import { recordConsent } from '#api/consent/consent.ts'
import type { Context } from '#api/context/context.ts'
import { hashPassword } from '#api/credential/password.ts'
import { accountOf, addAccount, joinSignIn, refuseMerged } from '#api/credential/sign-in.ts'
import { emitEvent } from '#api/webhook/emit.ts'
import { type Customer, Name, type ProviderRegistration } from '#contract/customer.ts'
import type { IdTokenClaims } from '#contract/identity-provider.ts'
import { Email, Phone } from '#contract/person/contact.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { addCustomer, type NewCustomer } from './add.ts'
import { refuseByBirthdate } from './age.ts'
import { customer } from './customer.ts'
import { formerKeys } from './former.ts'
import { refusingUsed } from './used.ts'

type Caller = {
  company_id: string
  claims: IdTokenClaims
  address: string
  user_agent: string | null
  now: Date
}

/** The provider's name of a way to sign in → the `login_type` of the customer (R3.10). */
const loginTypes: ReadonlyMap<string, Customer['login_type']> = new Map([
  ['google.com', 'GOOGLE'],
  ['facebook.com', 'FACEBOOK'],
  ['password', 'EMAIL'],
  ['phone', 'PHONE'],
])

/**
 * Creates a customer for the account of an ID token (R3.10). A used email is refused even if the provider proved it: accounts
 * are never joined by an email (T10). A second call, from another tab or a retry, returns the same customer. Throws
 * `unauthenticated` for an ended sign-in or an absorbed account, `used_email`, `used_phone`, `used_document`, `underage`, `overage`,
 * `customer_blocked` or `too_many_requests`, and then changes nothing.
 */
export async function createViaFirebase(
  { database, queueMail, secret }: Context,
  registration: ProviderRegistration,
  { company_id, claims, address, user_agent, now }: Caller,
): Promise<Customer> {
  const attempt: Attempt = { company_id, action: 'register', address }
  return attempted(database, attempt, now, async () => {
    if (registration.birthdate)
      await refuseByBirthdate(database, company_id, registration.birthdate, now)
    const password_hash = registration.password ? await hashPassword(registration.password) : null
    const document_keys = formerKeys(secret, company_id, registration.document)
    const person = { ...personOf(claims, registration, now), document_keys, password_hash }
    return refusingUsed(() =>
      transaction(database, async (connection) => {
        await lockAccount(connection, company_id, claims)
        const account = await accountOf(connection, company_id, claims)
        if (account) {
          await refuseMerged(connection, company_id, account.customer_id)
          // Throws if the sign-in has ended, so that its token cannot read the customer.
          await joinSignIn(connection, company_id, claims, user_agent, now)
          return customer(connection, company_id, account.customer_id, now)
        }
        if (person.phone_verified_at) await freePhone(connection, company_id, person.phone)
        const id = await addCustomer(connection, company_id, person, now)
        await addAccount(connection, company_id, claims, id, now)
        await emitEvent(
          connection,
          company_id,
          'customer.created',
          { customer_id: id, login_type: person.login_type },
          now,
        )
        const consenting = { company_id, customer_id: id, user_agent, now }
        await recordConsent(connection, consenting, 'OPT_IN', person.opt_in)
        await recordConsent(connection, consenting, 'MARKETING', person.opt_in_marketing)
        if (person.email && !person.email_verified_at) {
          await queueMail(connection, { kind: 'email_confirmation', company_id, customer_id: id })
        }
        return customer(connection, company_id, id, now)
      }),
    )
  })
}

/** The provider's data wins over the person's input, because only the provider can have proven it. */
function personOf(
  claims: IdTokenClaims,
  registration: ProviderRegistration,
  now: Date,
): Omit<NewCustomer, 'document_keys' | 'password_hash'> {
  const email = Email.safeParse(claims.email).data
  // Without +55, a number of 11 digits belongs to another country.
  const phone = claims.phone_number?.startsWith('+55')
    ? Phone.safeParse(claims.phone_number).data
    : undefined
  return {
    name: registration.name ?? Name.safeParse(claims.name).data ?? null,
    email: email ?? registration.email ?? null,
    email_verified_at: email && claims.email_verified ? now : null,
    phone: phone ?? registration.phone ?? null,
    // A token holds a phone only after its code was typed, so the phone is proven.
    phone_verified_at: phone ? now : null,
    document: registration.document ?? null,
    birthdate: registration.birthdate ?? null,
    opt_in: registration.opt_in ?? false,
    opt_in_marketing: registration.opt_in_marketing ?? false,
    login_type: loginTypes.get(claims.firebase.sign_in_provider) ?? 'UNKNOWED',
    address: registration.address ?? null,
  }
}

/** Serialises concurrent calls of one account: the second waits until the first is committed. */
async function lockAccount(
  connection: Database,
  company_id: string,
  { iss, sub }: IdTokenClaims,
): Promise<void> {
  await row(
    connection,
    sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ${iss} || ${sub}, 0))`,
  )
}

/** A person with a proven phone takes it from a customer who only typed it. That customer is then asked for another contact. */
async function freePhone(
  connection: Database,
  company_id: string,
  phone: string | null,
): Promise<void> {
  await rows(
    connection,
    sql`update customer
           set phone = null, lacks_contact = email is null
         where company_id = ${company_id}
           and phone = ${phone}
           and phone_verified_at is null`,
  )
}
