import { type Attempt, countAttempt, forgiveAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { hashPassword, type MatchedForm, matchPassword } from '#api/credential/password.ts'
import { openSession } from '#api/credential/session-token.ts'
import { customer } from '#api/customer/customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { SignedIn } from '#contract/customer.ts'
import type { Login } from '#contract/session.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'

import { type Account, accountsWith, type Identifier, readIdentifier } from './identifier.ts'

type Caller = { company_id: string; address: string; user_agent: string | null; now: Date }

/**
 * R3.3. Throws `wrong_credentials`, after the same work whether or not the account exists, and `too_many_requests` before any
 * work. Attempts by email, CPF and phone of one account share a count.
 */
export async function login(
  { database, secret }: Context,
  { identifier: written, password }: Login,
  { company_id, address, user_agent, now }: Caller,
): Promise<SignedIn> {
  const identifier = readIdentifier(written)
  const accounts = await accountsWith(database, company_id, identifier)
  const account = accounts.length > 0 ? accounts.map(({ id }) => id) : identifier.canonical
  const attempt: Attempt = { company_id, action: 'login', account, address }
  await countAttempt(database, attempt, now)
  const { at, form } = await rightAccount(password, accounts, identifier)
  // The identifier can name two accounts: of a CPF and of an equal phone. The password was wrong for the accounts before `at`, so
  // the attempt stays counted for those. Otherwise the owner of the phone could guess the other person's password without limit,
  // by setting each guess as their own password first.
  const forgiven = accounts.slice(at).map(({ id }) => id)
  await forgiveAttempt(database, { ...attempt, account: forgiven })
  const right = accounts[at]!
  const rehashed = form === 'raw' ? await hashPassword(password) : null
  return transaction(database, async (connection) => {
    await holdPassword(connection, company_id, right, rehashed)
    const customer_id = right.id
    const opening = { company_id, customer_id, user_agent, now }
    const session = await openSession(connection, secret, opening)
    return { data: await customer(connection, company_id, customer_id, now), ...session }
  })
}

/**
 * The account that has this password. Always checks as many passwords as there can be accounts, so that the time does not
 * reveal how many there are.
 */
async function rightAccount(
  password: string,
  accounts: Account[],
  { document, phone }: Identifier,
): Promise<{ at: number; form: MatchedForm }> {
  const maxAccounts = document !== null && phone !== null ? 2 : 1
  for (let at = 0; at < maxAccounts; at += 1) {
    const form = await matchPassword(password, accounts[at]?.password_hash ?? null)
    if (form) return { at, form }
  }
  throw new ApiError('wrong_credentials')
}

/**
 * Locks the password until the session is committed, and replaces its hash by `rehashed` if given. Throws
 * `wrong_credentials` when a concurrent change of password was committed first: that change ended all sessions.
 */
async function holdPassword(
  connection: Database,
  company_id: string,
  { id, password_hash }: Account,
  rehashed: string | null,
): Promise<void> {
  const statement = rehashed
    ? sql`select where save_password(${company_id}, ${id}, ${password_hash}, ${rehashed})`
    : sql`select where hold_password(${company_id}, ${id}, ${password_hash})`
  if (!(await row(connection, statement))) throw new ApiError('wrong_credentials')
}
