/** A till's look-up of a customer. Look-ups are limited by key, and misses much more (T18, D13): look-up.sql. */

import type * as z from 'zod/mini'

import { ApiError } from '#api/http/api-error.ts'
import type { Credential } from '#api/http/caller.ts'
import type { PartnerCustomerKey } from '#contract/partner.ts'
import { type Database, row, sql } from '#database/sql.ts'

type CustomerKey = z.output<typeof PartnerCustomerKey>
type LookUp = { customer_id: string | null; wait_s: number }

/** Looks a customer up and counts it. Returns the id. Throws `customer_not_found` or `too_many_requests`. */
export async function lookUpCustomer(
  database: Database,
  { company_id, partner_key_id }: { company_id: string; partner_key_id: string },
  { document, phone, email }: CustomerKey,
  now: Date,
): Promise<string> {
  const found = await row<LookUp>(
    database,
    sql`select *
          from look_up_customer(
                 ${company_id}, ${partner_key_id}, ${document ?? null}, ${phone ?? null}, ${email ?? null}, 'look_up', ${now})`,
  )
  refuseMiss(found!)
  return found!.customer_id!
}

/**
 * Counts a miss before a simulation that names the customer by phone or email. A document needs no count, because an unknown
 * one is answered like a known one. Throws `customer_not_found` or `too_many_requests`. An invalid key passes; the call itself
 * refuses it.
 */
export async function countContactLookUp(
  database: Database,
  { company_id, key_hash, scope, address }: Credential['partner'],
  { document, phone, email }: CustomerKey,
  now: Date,
): Promise<void> {
  if (document !== undefined) return
  const found = await row<LookUp>(
    database,
    sql`select found.*
          from partner_key
         cross join is_open(${company_id}) is_open
         cross join lateral look_up_customer(
                 partner_key.company_id, partner_key.id, null, ${phone ?? null}, ${email ?? null}, 'simulation', ${now}) found
         where partner_key.company_id = ${company_id}
           and partner_key.key_hash = ${key_hash}
           and partner_key.revoked_at is null
           and error_of_key(
                 partner_key.id, partner_key.scopes, partner_key.addresses, is_open, ${scope}, ${address}) is null`,
  )
  if (found) refuseMiss(found)
}

function refuseMiss({ customer_id, wait_s }: LookUp): void {
  if (wait_s > 0) throw new ApiError('too_many_requests', { retry_after_s: wait_s })
  if (customer_id === null) throw new ApiError('customer_not_found')
}
