/** The customer of the demo and their purchases. */

import type { Context } from '#api/context/context.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { register } from '#api/customer/register.ts'
import { secretHash } from '#api/http/caller.ts'
import { generatePoints } from '#api/points/generate.ts'
import { endSession } from '#api/session/session.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { row, sql } from '#database/sql.ts'

/** The password is public, so this customer exists only in the embedded database of this machine. */
export const customer = {
  name: 'Marina Duarte',
  email: 'marina@exemplo.com.br',
  document: '52998224725',
  birthdate: '1991-04-17',
  password: 'aurora2026',
  opt_in: true,
  opt_in_marketing: false,
} as const

export type Purchase = {
  purchase_value: number
  subsidiary_name: string
  /** A rule's key. Undefined: the company's first rule. */
  calculation_rule_id?: string
}

/** Registers the customer at a company, once, with their purchases. */
export async function demoCustomer(
  context: Context,
  {
    file,
    company_id,
    key,
    purchases,
  }: { file: CompanyFile; company_id: string; key: string; purchases: Purchase[] },
): Promise<void> {
  const { database, clock } = context
  const customerRow = await row(
    database,
    sql`select id from customer where company_id = ${company_id} and document = ${customer.document}`,
  )
  if (customerRow) return
  const caller = { company_id, address: '127.0.0.1', user_agent: null, now: clock() }
  const person = { ...customer, birthdate: allowedBirthdate(file, clock()) }
  const { data, token } = await register(context, person, caller)
  // A customer without a confirmed contact may not spend (D3).
  const owner = { customer_id: data.id, email: customer.email }
  await proveEmail(database, company_id, owner, clock(), { byOwner: true })
  // End the session that the registration has opened, because no device uses it.
  await endSession(database, company_id, secretHash(token), clock())
  for (const [at, purchase] of purchases.entries()) {
    await generatePoints(context, {
      credential: { company_id, key_hash: secretHash(key), scope: 'points', address: '127.0.0.1' },
      sale: {
        ...purchase,
        external_id: `demo-${at + 1}`,
        customer: { document: customer.document },
        points_value: 0,
      },
      now: clock(),
      idempotency: undefined,
      header: () => undefined,
    })
  }
}

/** The customer's birthdate, or the nearest that the company's age limits allow. */
function allowedBirthdate({ settings }: CompanyFile, now: Date): string {
  const { is_age_restriction_enabled, allow_from_age, allow_to_age } = settings
  const age = now.getUTCFullYear() - Number(customer.birthdate.slice(0, 4))
  const allowed = Math.min(Math.max(age, (allow_from_age ?? 0) + 1), allow_to_age ?? Infinity)
  if (!is_age_restriction_enabled || allowed === age) return customer.birthdate
  return `${now.getUTCFullYear() - allowed}-01-01`
}
