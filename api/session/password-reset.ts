import type * as z from 'zod/mini'

import { type Attempt, attempted, countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { redeemMailedToken } from '#api/credential/mailed-token.ts'
import { hashPassword } from '#api/credential/password.ts'
import { replacePassword } from '#api/customer/mailbox-proof.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import type { PasswordReset, PasswordResetHeaders } from '#contract/session.ts'
import { transaction } from '#database/sql.ts'

type Caller = { company_id: string; address: string; now: Date }

/**
 * R3.12. Behaves the same whether or not the account exists: the mail job looks the account up. The attempt's count commits before
 * the mail is queued. So the count survives an error, and no caller waits for its lock while the queue is written. If the queue
 * fails, the caller gets an error, and a repeat is counted as a second mail to the mailbox.
 */
export async function requestPasswordReset(
  { database, queueMail }: Context,
  headers: z.output<typeof PasswordResetHeaders>,
  { company_id, address, now }: Caller,
): Promise<void> {
  const email = headers['customer-email'] ?? null
  const document = headers['customer-document'] ?? null
  const account = (email ?? document)!
  await countAttempt(database, { company_id, action: 'mail', account, address }, now)
  await queueMail(database, { kind: 'password_reset', company_id, email, document })
}

/**
 * R3.13. Sets the new password and ends every session, because the person may have lost a device. Throws `expired_token`.
 * The attempt is counted in a separate transaction before the work, so that a wrong token stays counted. After a success the count
 * is taken back. If that fails, the count is forgotten by itself after some minutes.
 */
export async function resetPassword(
  { database }: Context,
  { token, password }: z.output<typeof PasswordReset>,
  { company_id, address, now }: Caller,
): Promise<void> {
  const attempt: Attempt = { company_id, action: 'secret', address }
  await attempted(database, attempt, now, async () => {
    const password_hash = await hashPassword(password)
    await transaction(database, async (connection) => {
      const redeemed = await redeemMailedToken(connection, company_id, 'PASSWORD', token, now)
      await proveEmail(connection, company_id, redeemed, now)
      await replacePassword(connection, company_id, redeemed.customer_id, password_hash, now)
    })
  })
}
