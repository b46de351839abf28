/** Checks a credential and returns the caller: one statement for each kind of caller. */

import type { IdentityProvider } from '#api/company/identity-provider.ts'
import { verifyIdToken } from '#api/credential/id-token.ts'
import { ApiError, forCashier } from '#api/http/api-error.ts'
import type { Credential, Identity } from '#api/http/caller.ts'
import { companyExists, staffInSession } from '#api/staff/session.ts'
import type { ErrorCode } from '#contract/error.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * Throws `company_not_found`, `company_unavailable` or `unauthenticated`. A key throws `invalid_key`, or `forbidden` if it lacks the
 * scope or is used from an address that is not allowed. What a staff member may do is checked in admission.ts.
 */
export const identify = {
  anyone: async () => ({}),
  guest: async ({ database }, { company_id, token_hash }, now) => {
    const company = await row<{ is_available: boolean; customer_id: string | null }>(
      database,
      sql`select is_available, session.customer_id
            from is_open(${company_id}) is_available
            left join session_of(${company_id}, ${token_hash}, ${now}) session on true`,
    )
    if (!company) throw new ApiError('company_not_found')
    if (!company.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: company.customer_id }
  },
  customer: async ({ database }, { company_id, token_hash }, now) => {
    const session = await row<{ customer_id: string; is_available: boolean }>(
      database,
      sql`select session.customer_id, is_available
            from session_of(${company_id}, ${token_hash}, ${now}) session
           cross join is_open(${company_id}) is_available`,
    )
    if (!session) throw new ApiError('unauthenticated')
    if (!session.is_available) throw new ApiError('company_unavailable')
    return { company_id, customer_id: session.customer_id, token_hash }
  },
  partner: async ({ database }, { company_id, key_hash, scope, address }, now) => {
    const key = await row<{ id: string; code: ErrorCode | null }>(
      database,
      sql`select id, error as code
            from identified_till(${company_id}, ${key_hash}, ${scope}, ${address}, ${now})`,
    )
    if (!key) throw new ApiError('invalid_key')
    if (key.code) throw forCashier(new ApiError(key.code))
    return { company_id, partner_key_id: key.id }
  },
  account: async (context, { company_id, id_token }, now) => {
    await identify.guest(context, { company_id, token_hash: null, id_token: null }, now)
    return { company_id, claims: await verifyIdToken(context, company_id, id_token, now) }
  },
  // Staff of a company in maintenance may do all that their role allows: they end the maintenance themselves. Only the operator ends
  // a block. Until then staff may sign in, read, and protect their own account; `staffMay` refuses all other writes.
  visitor: async ({ database }, { company_id }) => {
    if (!(await companyExists(database, company_id))) throw new ApiError('company_not_found')
    return { company_id }
  },
  staff_half: ({ database }, credential, now) => staffInSession(database, credential, now),
  staff: async ({ database }, { action, ...credential }, now) => ({
    ...(await staffInSession(database, credential, now)),
    action,
  }),
} satisfies {
  [kind in keyof Identity]: (
    context: { database: Database; identityProvider: IdentityProvider },
    credential: Credential[kind],
    now: Date,
  ) => Promise<Identity[kind]>
}
