import type { Context } from '#api/context/context.ts'
import { touchSession } from '#api/credential/session-token.ts'
import { ApiError } from '#api/http/api-error.ts'
import { customerLevels, type LevelFacts } from '#api/level/customer-levels.ts'
import type { Customer } from '#contract/customer.ts'
import type { CustomerLevels } from '#contract/level.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * R4.1. Notes the use of the session's device. With `update_level`, settles the level first (R11.2). The note, the settlement and
 * the read are separate transactions. Each may stand alone: the device was used even if the rest fails. A settlement stores the
 * level that every reader computes at this instant. So a repeated call gets the same answer.
 */
export async function readCustomer(
  { database, engine }: Context,
  caller: { company_id: string; customer_id: string; token_hash: Buffer; now: Date },
  { update_level }: { update_level?: 'TRUE' | 'FALSE' | undefined },
): Promise<Customer> {
  const { company_id, customer_id, now } = caller
  await touchSession(database, caller)
  if (update_level === 'TRUE') {
    await engine.apply(company_id, { verb: 'settle_level', caller_id: customer_id }, now)
  }
  return customer(database, company_id, customer_id, now)
}

/**
 * The customer's record as the API answers it, with balance and level at `now`. Throws `unauthenticated` if the person has moved to a
 * pre-registered record since the call was identified.
 */
export async function customer(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<Customer> {
  const found = await recordOf(database, company_id, customer_id, now)
  if (!found) throw new ApiError('unauthenticated')
  return found
}

async function recordOf(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<Customer | undefined> {
  const found = await row<Omit<Customer, keyof CustomerLevels> & { level_facts: LevelFacts }>(
    database,
    sql`select customer.id, name, email, phone, document, birthdate, sex, login_type,
               address_street, address_district, address_city, address_state, address_postal_code,
               address_complement, address_number, address_country,
               jsonb_build_object(
                 'address_street', address_street,
                 'address_district', address_district,
                 'address_city', address_city,
                 'address_state', address_state,
                 'address_postal_code', address_postal_code,
                 'address_complement', address_complement,
                 'address_number', address_number,
                 'address_country', address_country) as address,
               null as avatar_url,
               email_verified_at is not null as "emailVerified",
               password_hash is not null as require_password,
               coalesce(length(document) = 14, false) as use_cnpj,
               opt_in, opt_in_marketing,
               jsonb_build_object(
                 'amount_balance', current.amount,
                 'value_balance', current.value,
                 'received_amount', current.received_amount,
                 'spent_value', current.spent_value,
                 'pending_amount', current.pending_amount,
                 'pending_value', current.pending_value,
                 'held_amount', current.held_amount,
                 'held_value', current.held_value,
                 'deficit_amount', current.deficit_amount,
                 'deficit_value', current.deficit_value) as balance,
               customer_levels(company_id, customer.id, ${now}) as level_facts
          from customer
         cross join current_balance(company_id, customer.id, ${now}) current
         where company_id = ${company_id}
           and customer.id = ${customer_id}`,
  )
  if (!found) return undefined
  const { level_facts, ...record } = found
  return { ...record, ...customerLevels(level_facts, now) }
}

/** The record with its dates, for the person's export. Throws `unauthenticated`, as `customer` does. */
export async function profile(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<CustomerData['profile']> {
  const found = await profileOf(database, company_id, customer_id, now)
  if (!found) throw new ApiError('unauthenticated')
  return found
}

async function profileOf(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<CustomerData['profile'] | undefined> {
  const dates = await row<Omit<CustomerData['profile'], keyof Customer>>(
    database,
    sql`select email_verified_at, phone_verified_at, is_pre_registered, created_at,
               last_seen_on(company_id, id) as last_seen_on
          from customer
         where company_id = ${company_id} and id = ${customer_id}`,
  )
  const record = dates && (await recordOf(database, company_id, customer_id, now))
  return record && { ...record, ...dates }
}

/** The record of a customer who may be unknown; undefined: see `isKnownCustomer`. */
export async function knownProfile(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<CustomerData['profile'] | undefined> {
  const isKnown = await isKnownCustomer(database, company_id, customer_id)
  return isKnown ? profileOf(database, company_id, customer_id, now) : undefined
}

/** False: the company has no such customer, or the customer is erased. */
export async function isKnownCustomer(
  database: Database,
  company_id: string,
  customer_id: string,
): Promise<boolean> {
  const found = await row(
    database,
    sql`select id
          from customer
         where company_id = ${company_id}
           and id = ${customer_id}
           and erased_at is null`,
  )
  return found !== undefined
}

/** The values of the person that a staff member may ask for. */
export type PersonalValues = Pick<
  Customer,
  | 'name'
  | 'document'
  | 'email'
  | 'phone'
  | 'birthdate'
  | 'address_street'
  | 'address_number'
  | 'address_complement'
  | 'address_district'
  | 'address_city'
  | 'address_state'
  | 'address_postal_code'
>

/** Undefined: see `isKnownCustomer`. */
export function personalValues(
  database: Database,
  company_id: string,
  customer_id: string,
): Promise<PersonalValues | undefined> {
  return row<PersonalValues>(
    database,
    sql`select name, document, email, phone, birthdate, address_street, address_number, address_complement,
               address_district, address_city, address_state, address_postal_code
          from customer
         where company_id = ${company_id}
           and id = ${customer_id}
           and erased_at is null`,
  )
}
