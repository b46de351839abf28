import type { Context } from '#api/context.ts'
import { customer } from '#api/customer/customer.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { rows, sql, transaction } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import type { SignedIn } from '#contract/customer.ts'
import { bareDocument } from '#contract/document.ts'
import type { LinkLogin, Login } from '#contract/session.ts'

import { type Attempt, attempted } from './attempt.ts'
import { redeemMailedToken } from './mailed-token.ts'
import { isPassword } from './password.ts'
import { openSession } from './session.ts'

type Caller = { company_id: string; address: string; user_agent: string | null; now: Date }

/**
 * R3.3. Throws `wrong_credentials`, after the same work whether or not the account exists, and `too_many_requests` before
 * any.
 */
export async function login(
  { database }: Context,
  { identifier, password }: Login,
  { company_id, address, user_agent, now }: Caller,
): Promise<SignedIn> {
  const meant = readings(identifier)
  const attempt: Attempt = {
    company_id,
    action: 'login',
    account: meant.email || meant.document,
    address,
  }
  const customer_id = await attempted(database, attempt, now, () =>
    accountWith(database, company_id, meant, password),
  )
  const token = await openSession(database, company_id, customer_id, user_agent, now)
  return { data: await customer(database, company_id, customer_id, now), token }
}

async function accountWith(
  database: Context['database'],
  company_id: string,
  { email, document, phone }: ReturnType<typeof readings>,
  password: string,
): Promise<string> {
  // Eleven digits may be the CPF of one and the phone of another: the password tells whose.
  const [first, second] = await rows<{ id: string; password_hash: string | null }>(
    database,
    sql`select id, password_hash
          from customer
         where company_id = ${company_id}
           and (email = ${email} or document = ${document} or phone = ${phone})
           and login_type <> 'PRE'
         order by document = ${document} desc`,
  )
  // Always once, so that the time does not tell whether there is an account.
  if ((await isPassword(password, first?.password_hash ?? null)) && first) return first.id
  if (second && (await isPassword(password, second.password_hash))) return second.id
  throw new Refused('wrong_credentials')
}

/** R3.4. The link proves the mailbox. Throws `expired_token`. */
export async function linkLogin(
  { database }: Context,
  { token, email }: LinkLogin,
  { company_id, address, user_agent, now }: Caller,
): Promise<SignedIn> {
  const attempt: Attempt = { company_id, action: 'secret', account: email, address }
  return attempted(database, attempt, now, () =>
    transaction(database, async (connection) => {
      const redeemed = await redeemMailedToken(connection, company_id, 'LOGIN', token, now)
      if (redeemed.email !== email) throw new Refused('expired_token')
      await proveEmail(connection, company_id, redeemed, now)
      const { customer_id } = redeemed
      const session = await openSession(connection, company_id, customer_id, user_agent, now)
      return { data: await customer(connection, company_id, customer_id, now), token: session }
    }),
  )
}

/** What the person may have meant: an email has an @; eleven digits may be a CPF or a phone. */
function readings(identifier: string) {
  const bare = bareDocument(identifier)
  const digits = identifier.replace(/\D/g, '')
  return identifier.includes('@')
    ? { email: identifier.toLowerCase(), document: '', phone: '' }
    : { email: '', document: bare, phone: `+55${digits.slice(-11)}` }
}
