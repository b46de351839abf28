import { type Attempt, attempted, countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { readMailedToken } from '#api/credential/mailed-token.ts'
import { openSession } from '#api/credential/session-token.ts'
import { customer } from '#api/customer/customer.ts'
import { linkEvidence, redeemProof } from '#api/customer/mailbox-proof.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { SignedIn } from '#contract/customer.ts'
import type { LinkLogin, LoginLinkRequest } from '#contract/session.ts'

import { accountsWith, readIdentifier } from './identifier.ts'

type Caller = {
  company_id: string
  customer_id: string | null
  address: string
  user_agent: string | null
  now: Date
}

/** Behaves the same whether or not the account exists: the mail job looks the account up (T9). */
export async function requestLoginLink(
  { database, queueMail }: Context,
  { email, redirect }: LoginLinkRequest,
  { company_id, address, now }: Pick<Caller, 'company_id' | 'address' | 'now'>,
): Promise<void> {
  await countAttempt(database, { company_id, action: 'mail', account: email, address }, now)
  await queueMail(database, {
    kind: 'login_link',
    company_id,
    email,
    ...(redirect && { redirect }),
  })
}

/**
 * R3.4. The link proves the mailbox. On an unconfirmed account it ends earlier passwords and sessions, unless the right
 * password was sent with it (T10). Throws `expired_token`, `wrong_password` and, with `keep_password`, `password_required`;
 * the link then stays valid.
 */
export async function linkLogin(
  { database, secret }: Context,
  { token, email, keep_password, ...credentials }: LinkLogin,
  { user_agent, ...caller }: Caller,
): Promise<SignedIn> {
  const { company_id, address, now } = caller
  const [owner] = await accountsWith(database, company_id, readIdentifier(email))
  const attempt: Attempt = { company_id, action: 'secret', account: owner?.id ?? email, address }
  const link = await attempted(database, attempt, now, async () => {
    const found = await readMailedToken(database, company_id, 'LOGIN', token, now)
    if (found.email !== email) throw new ApiError('expired_token')
    return found
  })
  // Ignore the request's session: the link may be for another account, and the answer is a new session.
  const request = { ...caller, customer_id: null }
  const evidence = await linkEvidence(database, link, credentials, request, {
    refusesToEnd: keep_password ?? false,
  })
  return redeemProof(database, link, evidence, caller, async (connection, { customer_id }) => {
    const opening = { company_id, customer_id, user_agent, now }
    const session = await openSession(connection, secret, opening)
    return { data: await customer(connection, company_id, customer_id, now), ...session }
  })
}
