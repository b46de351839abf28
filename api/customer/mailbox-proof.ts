/**
 * The first proof of a mailbox (T10). Anybody can register with another person's email, so a mailed link alone does not
 * show who chose the password. A link together with that password, or with a session of the account, does.
 */

import type { Pool } from 'pg'

import { type Attempt, attempted } from '#api/attempt/attempt.ts'
import { type MailedLink, redeemMailedToken } from '#api/credential/mailed-token.ts'
import { hashPassword, isPassword } from '#api/credential/password.ts'
import { endSessions } from '#api/credential/session-token.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { LinkCredentials } from '#contract/session.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { passwordRequired } from './evidence.ts'

type Caller = {
  company_id: string
  /** The customer whose session the request carries. */
  customer_id: string | null
  address: string
  now: Date
}

/**
 * The caller's evidence beside the link. The `keptHash` is of the earlier password, which the caller has proven to know; null
 * when no password was checked. The `newHash` is of a password that replaces earlier passwords and sessions.
 */
type Evidence = { isOwner: boolean; keptHash: string | null; newHash: string | null }

/**
 * Checks the evidence and leaves the link valid. Throws `wrong_password` or `too_many_requests`, counted as at the login.
 * Throws `password_required` when the link alone would end a password, so that the portal asks the caller first.
 */
export async function linkEvidence(
  database: Database,
  link: MailedLink,
  { current_password, password }: LinkCredentials,
  { company_id, customer_id, address, now }: Caller,
  { refusesToEnd }: { refusesToEnd: boolean },
): Promise<Evidence> {
  const unproven = { isOwner: false, keptHash: null, newHash: null }
  if (password !== undefined) return { ...unproven, newHash: await hashPassword(password) }
  if (customer_id === link.customer_id) return { ...unproven, isOwner: true }
  if (link.is_confirmed) return unproven
  if (current_password === undefined) {
    if (refusesToEnd) {
      throw passwordRequired()
    }
    return unproven
  }
  const attempt: Attempt = { company_id, action: 'login', account: link.customer_id, address }
  await attempted(database, attempt, now, async () => {
    if (!(await isPassword(current_password, link.password_hash)))
      throw new ApiError('wrong_password')
  })
  return { isOwner: true, keptHash: link.password_hash, newHash: null }
}

/**
 * Uses the link up and proves the mailbox. `andThen` gets the link's owner, who may have moved to a pre-registered record since the link
 * was read. `ended`: an earlier password or provider account was ended.
 */
export async function redeemProof<Result>(
  database: Pool,
  link: MailedLink,
  { isOwner, keptHash, newHash }: Evidence,
  { company_id, now }: Pick<Caller, 'company_id' | 'now'>,
  andThen: (
    connection: Database,
    proven: { customer_id: string; ended: boolean },
  ) => Promise<Result>,
): Promise<Result> {
  return transaction(database, async (connection) => {
    const redeemed = await redeemMailedToken(connection, company_id, link.purpose, link.token, now)
    if (keptHash !== null) await refuseChangedPassword(connection, company_id, redeemed, keptHash)
    const { password_ended } = await proveEmail(connection, company_id, redeemed, now, {
      byOwner: isOwner,
    })
    const { customer_id } = redeemed
    if (newHash !== null) await replacePassword(connection, company_id, customer_id, newHash, now)
    return andThen(connection, { customer_id, ended: password_ended || newHash !== null })
  })
}

/** Throws when the password was changed after it was checked, which was before the transaction. */
async function refuseChangedPassword(
  connection: Database,
  company_id: string,
  { customer_id }: { customer_id: string },
  keptHash: string,
): Promise<void> {
  const unchanged = await row(
    connection,
    sql`select where lock_password(${company_id}, ${customer_id}, ${keptHash})`,
  )
  if (!unchanged) throw new ApiError('wrong_password')
}

/** Sets a password and ends every session: a reset, and a new password at the first proof. */
export async function replacePassword(
  connection: Database,
  company_id: string,
  customer_id: string,
  password_hash: string,
  now: Date,
): Promise<void> {
  await endSessions(connection, company_id, customer_id, now)
  await rows(
    connection,
    sql`select save_password(${company_id}, ${customer_id}, null, ${password_hash})`,
  )
}
