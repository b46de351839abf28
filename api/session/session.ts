/** Opening and ending sessions (D10). */

import { type Database, row, rows, sql } from '#api/database/sql.ts'
import { idleSince, newToken, secretHash } from '#api/http/caller.ts'
import { Refused } from '#api/http/refused.ts'
import { type Session, session_days } from '#contract/session.ts'

/** The token of a new session of 60 days. Only its hash is kept. */
export async function openSession(
  database: Database,
  company_id: string,
  customer_id: string,
  user_agent: string | null,
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + session_days * 86_400_000)
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, user_agent, created_at, last_used_on, expires_at)
        values (${company_id}, ${secretHash(token)}, ${customer_id}, ${user_agent}, ${now},
          (${now}::timestamptz at time zone 'UTC')::date, ${expires_at})`,
  )
  return token
}

/** The devices that are signed in, the last used first. */
export async function sessions(
  database: Database,
  { company_id, customer_id, token_hash, now }: Asker & { now: Date },
): Promise<Session[]> {
  return rows(
    database,
    sql`select id, user_agent, created_at, last_used_on, token_hash = ${token_hash} as is_current
          from session
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and expires_at > ${now}
           and last_used_on > ${idleSince(now)}
         order by token_hash = ${token_hash} desc, last_used_on desc, created_at desc`,
  )
}

type Asker = { company_id: string; customer_id: string; token_hash: Buffer }

/** Notes that a device is still in use, once a day. */
export async function touchSession(
  database: Database,
  { company_id, token_hash, now }: Pick<Asker, 'company_id' | 'token_hash'> & { now: Date },
): Promise<void> {
  await rows(
    database,
    sql`update session
           set last_used_on = (${now}::timestamptz at time zone 'UTC')::date
         where company_id = ${company_id}
           and token_hash = ${token_hash}
           and last_used_on < (${now}::timestamptz at time zone 'UTC')::date`,
  )
}

/** The token is dead when this is done. */
export async function endSession(
  database: Database,
  company_id: string,
  token_hash: Buffer,
): Promise<void> {
  await rows(
    database,
    sql`delete from session where company_id = ${company_id} and token_hash = ${token_hash}`,
  )
}

/** Signs another device of the same customer out. Throws `not_found`. */
export async function endSessionOf(
  database: Database,
  { company_id, customer_id }: Pick<Asker, 'company_id' | 'customer_id'>,
  id: string,
): Promise<void> {
  const ended = await row(
    database,
    sql`delete from session
         where company_id = ${company_id} and customer_id = ${customer_id} and id = ${id}
        returning id`,
  )
  if (!ended) throw new Refused('not_found')
}

/** Ends all of a customer's sessions but one, if there is one to keep. */
export async function endSessions(
  database: Database,
  company_id: string,
  customer_id: string,
  kept: Buffer | null = null,
): Promise<void> {
  await rows(
    database,
    sql`delete from session
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and token_hash is distinct from ${kept}`,
  )
}
