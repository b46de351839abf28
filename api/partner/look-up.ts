/** A till's look-up of a customer. Look-ups are limited by key, and misses much more (T18, D13): stored/look-up.sql. */

import { ApiError } from '#api/http/api-error.ts'
import type { Credential } from '#api/http/caller.ts'
import { unknownCodeMessage } from '#api/member-code/named-customer.ts'
import type { CustomerKey } from '#contract/points.ts'
import { type Database, row, sql } from '#database/sql.ts'
import type { NamedCustomer } from '#engine/command.ts'

/** The customer as the till wrote it, and as the database finds it. */
type Named = { key: CustomerKey; namedBy: NamedCustomer }
type LookUp = { customer_id: string | null; wait_s: number }

/** Looks a customer up and counts it. Returns the id. Throws `customer_not_found` or `too_many_requests`. */
export async function lookUpCustomer(
  database: Database,
  { company_id, partner_key_id }: { company_id: string; partner_key_id: string },
  { key, namedBy }: Named,
  now: Date,
): Promise<string> {
  const { document, phone, email, session_ref } = namedBy
  const found = await row<LookUp>(
    database,
    sql`select *
          from look_up_customer(
                 ${company_id}, ${partner_key_id}, ${document ?? null}, ${phone ?? null}, ${email ?? null}, ${session_ref ?? null}, 'look_up', ${now})`,
  )
  refuseMiss(found!, key)
  return found!.customer_id!
}

/**
 * Counts a miss before a simulation that names the customer by phone, email or member code. A document needs no count, because
 * the answer is the same for a known and an unknown one. An id comes from an earlier look-up, which was counted. Throws `customer_not_found` or `too_many_requests`. It does not check
 * the key: the call does.
 */
export async function countContactLookUp(
  database: Database,
  { company_id, key_hash, scope, address }: Credential['partner'],
  { key, namedBy }: Named,
  now: Date,
): Promise<void> {
  const { document, phone, email, session_ref, customer_id } = namedBy
  if (document !== undefined || customer_id !== undefined) return
  const found = await row<LookUp>(
    database,
    sql`select found.*
          from partner_key
         cross join is_open(${company_id}) is_open
         cross join lateral look_up_customer(
                 partner_key.company_id, partner_key.id, null, ${phone ?? null}, ${email ?? null},
                 ${session_ref ?? null}, 'simulation', ${now}) found
         where partner_key.company_id = ${company_id}
           and partner_key.key_hash = ${key_hash}
           and partner_key.revoked_at is null
           and error_of_key(
                 partner_key.id, partner_key.scopes, partner_key.addresses, is_open, ${scope}, ${address}) is null`,
  )
  if (found) refuseMiss(found, key)
}

function refuseMiss({ customer_id, wait_s }: LookUp, key: CustomerKey): void {
  if (wait_s > 0) throw new ApiError('too_many_requests', { retry_after_s: wait_s })
  if (customer_id !== null) return
  const message = unknownCodeMessage(key, 'customer_not_found')
  throw new ApiError('customer_not_found', message === undefined ? {} : { message })
}
