/** Opening and ending sessions (D10). */

import { type Database, rows, sql } from '#api/database/sql.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { session_days } from '#contract/session.ts'

/** The token of a new session of 60 days. Only its hash is kept. */
export async function openSession(
  database: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<string> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + session_days * 86_400_000)
  await rows(
    database,
    sql`insert into session (company_id, token_hash, customer_id, created_at, expires_at)
        values (${company_id}, ${secretHash(token)}, ${customer_id}, ${now}, ${expires_at})`,
  )
  return token
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
