/** How a customer goes on to the subscription club: the portal fetches a token, the club trades it for who it is (R12.2). */

import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import {
  expired_integration_message,
  type IntegratedCustomer,
  integration_token_s,
  type IntegrationToken,
} from '#contract/partner.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** A new token, in the place of the customer's last: only its hash is kept. */
export async function issueIntegrationToken(
  database: Database,
  { company_id, customer_id, now }: { company_id: string; customer_id: string; now: Date },
): Promise<IntegrationToken> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + integration_token_s * 1000)
  await rows(
    database,
    sql`insert into integration_token (company_id, customer_id, token_hash, expires_at)
        values (${company_id}, ${customer_id}, ${secretHash(token)}, ${expires_at})
        on conflict (company_id, customer_id) do update
           set token_hash = excluded.token_hash,
               expires_at = excluded.expires_at`,
  )
  return { token }
}

/** Spends a token, which came as a code. Throws `expired_token` for one that is spent, over, another company's, or unknown. */
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
          join customer on customer.company_id = spent.company_id and customer.id = spent.customer_id
         where spent.expires_at > ${now}`,
  )
  if (!redeemed) throw new ApiError('expired_token', { message: expired_integration_message })
  return redeemed
}
