/** Whether a request's claim is true: one statement for each kind of caller. */

import { verifyIdToken } from '#api/credential/id-token.ts'
import type { IdentityProvider } from '#api/credential/identity-provider.ts'
import { ApiError, forCashier } from '#api/http/api-error.ts'
import type { Credential, Identity } from '#api/http/caller.ts'
import type { ErrorCode } from '#contract/error.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Checks what was claimed. Throws `company_not_found`, `company_unavailable`, `unauthenticated`, for a key `invalid_key`, or, for one without the scope or from elsewhere, `forbidden`. */
export const identify = {
  anyone: async () => ({}),
  guest: async ({ database }, { company_id, token_hash }, now) => {
    const company = await row<{ is_available: boolean; customer_id: string | null }>(
      database,
      sql`select blocked_at is null and not maintenance as is_available, session.customer_id
            from company
            left join session
                   on session.company_id = company.company_id
                  and session.token_hash = ${token_hash}
                  and session.expires_at > ${now}
           where company.company_id = ${company_id}`,
    )
    if (!company) throw new ApiError('company_not_found')
    if (!company.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: company.customer_id }
  },
  customer: async ({ database }, { company_id, token_hash }, now) => {
    const session = await row<{ customer_id: string; is_available: boolean }>(
      database,
      sql`select session.customer_id,
                 company.blocked_at is null and not company.maintenance as is_available
            from session
            join company using (company_id)
           where session.company_id = ${company_id}
             and session.token_hash = ${token_hash}
             and session.expires_at > ${now}`,
    )
    if (!session) throw new ApiError('unauthenticated')
    if (!session.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: session.customer_id, token_hash }
  },
  partner: async ({ database }, { company_id, key_hash, scope, address }, now) => {
    // Notes the use once a day, so that a busy till's row is not written at every call.
    const key = await row<{ id: string; code: ErrorCode | null }>(
      database,
      sql`with used as (
            update partner_key
               set last_used_on = (${now}::timestamptz at time zone 'UTC')::date
             where company_id = ${company_id}
               and key_hash = ${key_hash}
               and revoked_at is null
               and last_used_on is distinct from (${now}::timestamptz at time zone 'UTC')::date)
          select partner_key.id, error_of_key(
                 partner_key.id, partner_key.scopes, partner_key.addresses,
                 company.blocked_at is null and not company.maintenance, ${scope}, ${address}) as code
            from partner_key
            join company using (company_id)
           where partner_key.company_id = ${company_id}
             and partner_key.key_hash = ${key_hash}
             and partner_key.revoked_at is null`,
    )
    if (!key) throw new ApiError('invalid_key')
    if (key.code) throw forCashier(new ApiError(key.code))
    return { company_id, partner_key_id: key.id }
  },
  account: async (context, { company_id, id_token }, now) => {
    await identify.guest(context, { company_id, token_hash: null, id_token: null }, now)
    return { company_id, claims: await verifyIdToken(context, company_id, id_token, now) }
  },
} satisfies {
  [kind in keyof Identity]: (
    context: { database: Database; identity_provider: IdentityProvider },
    credential: Credential[kind],
    now: Date,
  ) => Promise<Identity[kind]>
}
