import type { Context } from '#api/context.ts'
import { customer } from '#api/customer/customer.ts'
import { Refused } from '#api/http/refused.ts'
import type { SignedIn } from '#contract/customer.ts'
import type { Login } from '#contract/session.ts'

import { type Attempt, countAttempt, forgiveAttempt } from './attempt.ts'
import { type Account, accountsWith, type Identifier, readIdentifier } from './identifier.ts'
import { isPassword } from './password.ts'
import { openSession } from './session.ts'

type Caller = { company_id: string; address: string; user_agent: string | null; now: Date }

/**
 * R3.3. Throws `wrong_credentials`, after the same work whether or not the account exists, and `too_many_requests` before
 * any. However the account is named, its attempts are counted together.
 */
export async function login(
  { database }: Context,
  { identifier: written, password }: Login,
  { company_id, address, user_agent, now }: Caller,
): Promise<SignedIn> {
  const identifier = readIdentifier(written)
  const accounts = await accountsWith(database, company_id, identifier)
  const account = accounts.length > 0 ? accounts.map(({ id }) => id) : identifier.canonical
  const attempt: Attempt = { company_id, action: 'login', account, address }
  await countAttempt(database, attempt, now)
  const right = await rightAccount(password, accounts, identifier)
  // An account before it got a wrong guess, which stays counted. Forgiven, whoever owns a phone that equals a stranger's
  // CPF could guess the stranger's password without end, by changing their own.
  const forgiven = accounts.slice(right).map(({ id }) => id)
  await forgiveAttempt(database, { ...attempt, account: forgiven })
  const { id } = accounts[right]!
  const token = await openSession(database, company_id, id, user_agent, now)
  return { data: await customer(database, company_id, id, now), token }
}

/**
 * The index of the account with this password. As many passwords are checked as there could be accounts, so that the time
 * does not tell how many there are.
 */
async function rightAccount(
  password: string,
  accounts: Account[],
  { document, phone }: Identifier,
): Promise<number> {
  const max_accounts = document !== null && phone !== null ? 2 : 1
  for (let at = 0; at < max_accounts; at += 1) {
    if (await isPassword(password, accounts[at]?.password_hash ?? null)) return at
  }
  throw new Refused('wrong_credentials')
}
