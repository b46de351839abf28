/** The sessions of a signed-in customer (D10), who can list and end them. */

import type { Pool } from 'pg'

import { evidenceOf, prove } from '#api/customer/evidence.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Session, sessionDays } from '#contract/session.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

/** The signed-in devices, most recently used first. All ID tokens of one sign-in are one device. */
export async function sessions(
  database: Database,
  { company_id, customer_id, token_hash, now }: Asker & { now: Date },
): Promise<Session[]> {
  return rows(
    database,
    sql`with current as (
          select id, provider_sign_in_id
            from session
           where company_id = ${company_id} and token_hash = ${token_hash})
        select session.id, session.user_agent, session.created_at, session.last_used_on,
               current.id is not null as is_current
          from session
          left join current using (id)
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and session.provider_sign_in_id is null
           and expires_at > ${now}
         union all
        select sign_in.id, sign_in.user_agent, sign_in.signed_in_at, sign_in.last_used_on,
               current.id is not null
          from account
          join provider_sign_in sign_in using (company_id, issuer, subject)
          left join current on current.provider_sign_in_id = sign_in.id
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and ended_at is null
           and sign_in.signed_in_at > ${now}::timestamptz - make_interval(days => ${sessionDays})
         order by is_current desc, last_used_on desc, created_at desc`,
  )
}

type Asker = { company_id: string; customer_id: string; token_hash: Buffer }

/**
 * Ends the session of the token, and for an ID token its sign-in. A separate first statement ends the sign-in. It waits for
 * a concurrent admission, whose session the next statement then sees.
 */
export async function endSession(
  database: Pool,
  company_id: string,
  token_hash: Buffer,
  now: Date,
): Promise<void> {
  await transaction(database, async (connection) => {
    const sign_in = await row<{ id: string }>(
      connection,
      sql`update provider_sign_in
             set ended_at = ${now}
            from session
           where session.company_id = ${company_id}
             and session.token_hash = ${token_hash}
             and provider_sign_in.company_id = session.company_id
             and provider_sign_in.id = session.provider_sign_in_id
          returning provider_sign_in.id`,
    )
    await rows(
      connection,
      sql`delete from session
           where company_id = ${company_id}
             and (token_hash = ${token_hash} or provider_sign_in_id = ${sign_in?.id ?? null})`,
    )
  })
}

/**
 * Ends the session of one of the customer's devices, so that whoever holds a stolen session cannot end the owner's (ASVS 7.5.2).
 * Throws `not_found`, and what `prove` throws.
 */
export async function endSessionOf(
  database: Pool,
  caller: Asker & { address: string; now: Date },
  id: string,
  current_password: string | undefined,
): Promise<void> {
  const { company_id, customer_id, now } = caller
  await prove(database, caller, await evidenceOf(database, caller), 'either', current_password)
  await transaction(database, async (connection) => {
    const sign_in = await row(
      connection,
      sql`update provider_sign_in
             set ended_at = ${now}
            from account
           where provider_sign_in.company_id = ${company_id}
             and provider_sign_in.id = ${id}
             and ended_at is null
             and account.company_id = provider_sign_in.company_id
             and account.issuer = provider_sign_in.issuer
             and account.subject = provider_sign_in.subject
             and account.customer_id = ${customer_id}
          returning provider_sign_in.id`,
    )
    const ended = await rows(
      connection,
      sql`delete from session
           where company_id = ${company_id}
             and customer_id = ${customer_id}
             and (provider_sign_in_id = ${id} or provider_sign_in_id is null and id = ${id})
          returning id`,
    )
    if (!sign_in && ended.length === 0) throw new ApiError('not_found')
  })
}
