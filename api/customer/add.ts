import type * as z from 'zod/mini'

import { isMerged, refuseBlocked } from '#api/credential/sign-in.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Customer, ProviderRegistration } from '#contract/customer.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { noteReturn } from './former.ts'

export type NewCustomer = {
  name: string | null
  email: string | null
  email_verified_at: Date | null
  phone: string | null
  phone_verified_at: Date | null
  document: string | null
  /** The keyed hashes of the document, from `formerKeys`. */
  document_keys: Buffer[] | null
  birthdate: string | null
  password_hash: string | null
  opt_in: boolean
  opt_in_marketing: boolean
  login_type: Customer['login_type']
  address: Exclude<z.output<typeof ProviderRegistration>['address'], undefined>
}

/**
 * Adds a customer with an empty ledger. When a till has pre-registered the document, takes that record over with its waiting
 * points (D3). Throws `used_document`, or `customer_blocked` for a pre-registered record that the staff has blocked; a used email or
 * phone violates a unique key (used.ts). Returns the customer's id.
 */
export async function addCustomer(
  connection: Database,
  company_id: string,
  person: NewCustomer,
  now: Date,
): Promise<string> {
  const { address, email, phone, document } = person
  await row(
    connection,
    sql`select release_contacts(${company_id}, ${email}, ${phone}, ${document})`,
  )
  const added = await row<{ id: string }>(
    connection,
    sql`insert into customer (
          company_id, name, email, email_verified_at, phone, phone_verified_at, document, birthdate, password_hash,
          opt_in, opt_in_marketing, login_type, address_street, address_district, address_city, address_state,
          address_postal_code, address_complement, address_number, lacks_contact, registered_at, created_at)
        values (${company_id}, ${person.name}, ${person.email}, ${person.email_verified_at}, ${person.phone},
          ${person.phone_verified_at}, ${person.document}, ${person.birthdate}, ${person.password_hash},
          ${person.opt_in}, ${person.opt_in_marketing}, ${person.login_type},
          ${address?.address_street || null}, ${address?.address_district || null},
          ${address?.address_city || null}, ${address?.address_state || null},
          ${address?.address_postal_code || null}, ${address?.address_complement || null},
          ${address?.address_number || null}, ${person.email === null && person.phone === null},
          ${now}, ${now})
        on conflict (company_id, document) do update
           set name = excluded.name,
               email = excluded.email,
               email_verified_at = excluded.email_verified_at,
               phone = excluded.phone,
               phone_verified_at = excluded.phone_verified_at,
               birthdate = excluded.birthdate,
               password_hash = excluded.password_hash,
               opt_in = excluded.opt_in,
               opt_in_marketing = excluded.opt_in_marketing,
               login_type = excluded.login_type,
               address_street = excluded.address_street,
               address_district = excluded.address_district,
               address_city = excluded.address_city,
               address_state = excluded.address_state,
               address_postal_code = excluded.address_postal_code,
               address_complement = excluded.address_complement,
               address_number = excluded.address_number,
               lacks_contact = excluded.lacks_contact,
               registered_at = excluded.registered_at
         where customer.login_type = 'PRE'
        returning id`,
  )
  if (!added) throw new ApiError('used_document')
  await refuseBlocked(connection, company_id, added.id)
  // The document of an absorbed account is its person's, who has the account into which it was merged.
  if (await isMerged(connection, company_id, added.id)) throw new ApiError('used_document')
  await noteReturn(connection, company_id, added.id, person.document_keys)
  await row(connection, sql`select open_balance(${company_id}, ${added.id})`)
  return added.id
}
