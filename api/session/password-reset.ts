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

/** R3.12. Behaves the same whether or not the account exists: the mail job looks the account up. */
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

/** R3.13. Sets the new password and ends every session, because the person may have lost a device. Throws `expired_token`. */
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
