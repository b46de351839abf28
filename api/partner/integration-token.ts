/** Tokens for the subscription club: the portal fetches one, and the club exchanges it for the customer (R12.2). */

import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import {
  expiredIntegrationMessage,
  type IntegratedCustomer,
  integrationToken_s,
  type IntegrationToken,
} from '#contract/partner.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Creates a token, which replaces the customer's last one. Stores its hash only. Throws `unauthenticated` if erased. */
export async function issueIntegrationToken(
  database: Database,
  { company_id, customer_id, now }: { company_id: string; customer_id: string; now: Date },
): Promise<IntegrationToken> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + integrationToken_s * 1000)
  const issued = await row(
    database,
    sql`insert into integration_token (company_id, customer_id, token_hash, expires_at)
        select ${company_id}, ${customer_id}, ${secretHash(token)}, ${expires_at}
         where hold_customer(${company_id}, ${customer_id})
        on conflict (company_id, customer_id) do update
           set token_hash = excluded.token_hash,
               expires_at = excluded.expires_at
        returning customer_id`,
  )
  if (!issued) throw new ApiError('unauthenticated')
  return { token }
}

/** Uses a token up. Throws `expired_token` for a token that is used, expired, unknown or of another company. */
export async function redeemIntegrationToken(
  database: Database,
  company_id: string,
  code: string,
  now: Date,
): Promise<IntegratedCustomer> {
  const redeemed = await row<IntegratedCustomer>(
    database,
    sql`with spent as (
          delete from integration_token
           where company_id = ${company_id}
             and token_hash = ${secretHash(code)}
          returning company_id, customer_id, expires_at)
        select customer.id, customer.name, customer.email, customer.phone, customer.document
          from spent
         cross join lateral person_of(spent.company_id, spent.customer_id) customer
         where spent.expires_at > ${now}`,
  )
  if (!redeemed) throw new ApiError('expired_token', { message: expiredIntegrationMessage })
  return redeemed
}
