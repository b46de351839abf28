/** The tokens of mailed links (D10): created when the mail is written, stored as hashes, valid once. */

import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { expiredResetMessage } from '#contract/session.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type Purpose = 'LOGIN' | 'PASSWORD' | 'CONFIRMATION'

const lifetimeMinutes = { LOGIN: 15, PASSWORD: 60, CONFIRMATION: 7 * 24 * 60 }

/** Stores and returns a new token for a link to `email`. Null: the customer was erased. */
export async function issueMailedToken(
  database: Database,
  company_id: string,
  { customer_id, email, purpose }: { customer_id: string; email: string; purpose: Purpose },
  now: Date,
): Promise<string | null> {
  const token = newToken()
  const expires_at = new Date(now.getTime() + lifetimeMinutes[purpose] * 60_000)
  const issued = await row(
    database,
    sql`insert into mailed_token (company_id, token_hash, customer_id, purpose, email, created_at, expires_at)
        select ${company_id}, ${secretHash(token)}, ${customer_id}, ${purpose}, ${email}, ${now}, ${expires_at}
         where hold_customer(${company_id}, ${customer_id})
        returning customer_id`,
  )
  return issued ? token : null
}

export type MailedLink = {
  purpose: Purpose
  token: string
  customer_id: string
  email: string
  /** Whether an earlier link has already proven the mailbox. */
  is_confirmed: boolean
  password_hash: string | null
}

/** Reads a valid token and leaves it valid. Throws `expired_token`, as `redeemMailedToken` does. */
export async function readMailedToken(
  database: Database,
  company_id: string,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<MailedLink> {
  const found = await row<Omit<MailedLink, 'purpose' | 'token'>>(
    database,
    sql`select mailed_token.customer_id, customer.email, customer.is_email_confirmed as is_confirmed,
               customer.password_hash
          from mailed_token
         cross join lateral person_of(mailed_token.company_id, mailed_token.customer_id) customer
         where mailed_token.company_id = ${company_id}
           and mailed_token.token_hash = ${secretHash(token)}
           and mailed_token.purpose = ${purpose}
           and mailed_token.used_at is null
           and mailed_token.expires_at > ${now}
           and customer.email = mailed_token.email`,
  )
  if (!found) throw expired(purpose)
  return { ...found, purpose, token }
}

export type Redeemed = { customer_id: string; email: string }

/**
 * Invalidates a token and all other tokens of its purpose, so that the use of one link ends the others. Throws
 * `expired_token` for a token that is used, expired or unknown, or whose email differs from the customer's.
 */
export async function redeemMailedToken(
  connection: Database,
  company_id: string,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<Redeemed> {
  const redeemed = await row<Redeemed>(
    connection,
    sql`update mailed_token
           set used_at = ${now}
         where mailed_token.company_id = ${company_id}
           and mailed_token.token_hash = ${secretHash(token)}
           and mailed_token.purpose = ${purpose}
           and mailed_token.used_at is null
           and mailed_token.expires_at > ${now}
           and exists (
                 select
                   from person_of(mailed_token.company_id, mailed_token.customer_id) customer
                  where customer.email = mailed_token.email)
        returning mailed_token.customer_id, mailed_token.email`,
  )
  if (!redeemed) throw expired(purpose)
  await rows(
    connection,
    sql`update mailed_token
           set used_at = ${now}
         where company_id = ${company_id}
           and customer_id = ${redeemed.customer_id}
           and purpose = ${purpose}
           and used_at is null`,
  )
  return redeemed
}

/** Invalidates all mailed links of a customer. */
export async function endMailedLinks(
  connection: Database,
  company_id: string,
  customer_id: string,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update mailed_token
           set used_at = ${now}
         where company_id = ${company_id}
           and customer_id = ${customer_id}
           and used_at is null`,
  )
}

/** The message of an expired link; a password reset has its own (R3.13). */
function expired(purpose: Purpose): ApiError {
  return new ApiError(
    'expired_token',
    purpose === 'PASSWORD' ? { message: expiredResetMessage } : {},
  )
}
