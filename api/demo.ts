/** What a stranger needs to try Fiel: the demo companies, a customer with a few purchases, and a till's key. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { applyCompany, companyDifference } from './company/apply.ts'
import { readCompanyFolder } from './company/company-file.ts'
import { companyBySlug } from './company/lookup.ts'
import type { Context } from './context.ts'
import { proveEmail } from './customer/prove-email.ts'
import { register } from './customer/register.ts'
import { data_folder } from './database/connect.ts'
import { row, sql } from './database/sql.ts'
import { secretHash } from './http/caller.ts'
import type { DemoTill } from './partner/demo-till.ts'
import { createPartnerKey } from './partner/partner-key.ts'
import { pointsGenerator } from './points/generate.ts'
import { endSession } from './session/session.ts'

const companies_folder = join(import.meta.dirname, '../companies')

/** Known to everybody, so it exists only in a database that this machine made for itself. */
const customer = {
  name: 'Marina Duarte',
  email: 'marina@exemplo.com.br',
  document: '52998224725',
  birthdate: '1991-04-17',
  password: 'aurora2026',
  opt_in: true,
  opt_in_marketing: false,
} as const

const purchases = [
  { external_id: 'demo-1', purchase_value: 4_890, subsidiary_name: 'Aurora Pinheiros' },
  { external_id: 'demo-2', purchase_value: 12_300, subsidiary_name: 'Aurora Vila Madalena' },
]

/** Applies and creates what is missing, `tills` too. Returns the lines that tell how to use it, given the port. */
export async function prepareDemo(
  context: Context,
  tills: Map<string, DemoTill>,
): Promise<(port: number) => string> {
  const { database, clock } = context
  const companies: { name: string; hostname: string }[] = []
  for (const folder of await readdir(companies_folder)) {
    const company = await readCompanyFolder(join(companies_folder, folder))
    if ((await companyDifference(database, company)).length > 0) {
      await applyCompany(database, company, clock())
    }
    const { slug, name, frontend_domain } = company.file
    companies.push({ name, hostname: frontend_domain })
    const { company_id } = await companyBySlug(database, slug)
    const key = await demoKey(context, company_id, slug)
    tills.set(company_id, { key, document: '', shop: name })
  }
  const { company_id } = await companyBySlug(database, 'cafe')
  // Every company has one, above.
  const { key } = tills.get(company_id)!
  const { document } = customer
  tills.set(company_id, { key, document, shop: purchases[0]!.subsidiary_name })
  await demoCustomer(context, company_id, key)

  return (port) =>
    [
      '',
      ...companies.map(({ name, hostname }) => `  ${name.padEnd(22)}http://${hostname}:${port}`),
      `  ${'API'.padEnd(22)}http://localhost:${port}/api/docs`,
      ...(context.demo_mailbox
        ? [`  ${'Mails'.padEnd(22)}http://localhost:${port}/_demo/mail`]
        : []),
      `  ${'Till to play with'.padEnd(22)}http://cafe.localhost:${port}/_demo/caixa`,
      '',
      `  Customer of the café  ${customer.email}  password ${customer.password}`,
      `  Its till's key        ${key}`,
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n')
}

/** One key for all starts, kept beside the database that knows its hash. */
async function demoKey(
  { database, clock }: Context,
  company_id: string,
  slug: string,
): Promise<string> {
  const path = join(data_folder, `demo-partner-key-${slug}`)
  const kept = await readFile(path, 'utf8').catch(() => '')
  const known = await row(
    database,
    sql`select id
          from partner_key
         where company_id = ${company_id}
           and key_hash = ${secretHash(kept)}
           and revoked_at is null`,
  )
  if (known) return kept
  const key = await createPartnerKey(database, company_id, 'Demo', clock())
  await writeFile(path, key, { mode: 0o600 })
  return key
}

async function demoCustomer(context: Context, company_id: string, key: string): Promise<void> {
  const { database, clock } = context
  const known = await row(
    database,
    sql`select id from customer where company_id = ${company_id} and document = ${customer.document}`,
  )
  if (known) return
  const caller = { company_id, address: '127.0.0.1', user_agent: null, now: clock() }
  const { data, token } = await register(context, customer, caller)
  // So that she may spend (D3).
  const owner = { customer_id: data.id, email: customer.email }
  await proveEmail(database, company_id, owner, clock(), { by_owner: true })
  // No device of hers: she signs in with the password that is printed.
  await endSession(database, company_id, secretHash(token), clock())
  const generatePoints = pointsGenerator(database)
  for (const purchase of purchases) {
    await generatePoints({
      credential: { company_id, key_hash: secretHash(key), scope: 'points', address: '127.0.0.1' },
      sale: { ...purchase, customer: { document: customer.document }, points_value: 0 },
      now: clock(),
    })
  }
}
