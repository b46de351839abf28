import type { Context } from '#api/app.ts'
import { customer } from '#api/customer/customer.ts'
import { row, sql } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import type { Customer } from '#contract/customer.ts'
import { bareDocument } from '#contract/document.ts'
import type { Login } from '#contract/session.ts'

import { isPassword } from './password.ts'
import { openSession } from './session.ts'

/** R3.3. Throws `wrong_credentials`, after the same work whether or not the account exists. */
export async function login(
  { database }: Context,
  company_id: string,
  { identifier, password }: Login,
  now: Date,
): Promise<{ data: Customer; token: string }> {
  const { email, document, phone } = readings(identifier)
  const account = await row<{ id: string; password_hash: string | null }>(
    database,
    sql`select id, password_hash
          from customer
         where company_id = ${company_id}
           and (email = ${email} or document = ${document} or phone = ${phone})
           and login_type <> 'PRE'`,
  )
  if (!(await isPassword(password, account?.password_hash ?? null)) || !account) {
    throw new Refused('wrong_credentials')
  }
  const token = await openSession(database, company_id, account.id, now)
  return { data: await customer(database, company_id, account.id, now), token }
}

/** What the person may have meant: an email has an @; eleven digits may be a CPF or a phone. */
function readings(identifier: string) {
  const bare = bareDocument(identifier)
  const digits = identifier.replace(/\D/g, '')
  return identifier.includes('@')
    ? { email: identifier.toLowerCase(), document: null, phone: null }
    : { email: null, document: bare, phone: `+55${digits.slice(-11)}` }
}
