/** What a stranger needs to try Fiel: the demo companies, a customer with a few purchases at each, and a till's key. */

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

/** What she bought at each company that is open, by its slug; the first shop is where its till stands. */
const purchases: Record<string, { purchase_value: number; subsidiary_name: string }[]> = {
  cafe: [
    { purchase_value: 4_890, subsidiary_name: 'Aurora Pinheiros' },
    { purchase_value: 12_300, subsidiary_name: 'Aurora Vila Madalena' },
  ],
  posto: [
    { purchase_value: 24_680, subsidiary_name: 'Guará Trevo' },
    { purchase_value: 31_250, subsidiary_name: 'Guará Irati' },
    { purchase_value: 18_900, subsidiary_name: 'Guará Trevo' },
  ],
  otica: [
    { purchase_value: 89_900, subsidiary_name: 'Íris Boa Viagem' },
    { purchase_value: 34_900, subsidiary_name: 'Íris Olinda' },
  ],
  adega: [
    { purchase_value: 48_700, subsidiary_name: 'Vinícola Serra Velha' },
    { purchase_value: 21_300, subsidiary_name: 'Serra Velha Bento Gonçalves' },
    { purchase_value: 56_000, subsidiary_name: 'Mesa Serra Velha' },
  ],
}

/** Applies and creates what is missing, `tills` too. Returns the lines that tell how to use it, given the port. */
export async function prepareDemo(
  context: Context,
  tills: Map<string, DemoTill>,
): Promise<(port: number) => string> {
  const { database, clock } = context
  const companies: { name: string; hostname: string }[] = []
  for (const folder of (await readdir(companies_folder)).toSorted()) {
    const company = await readCompanyFolder(join(companies_folder, folder))
    if ((await companyDifference(database, company)).length > 0) {
      await applyCompany(database, company, clock())
    }
    const { slug, name, frontend_domain, blocked } = company.file
    companies.push({ name: blocked ? `${name} (blocked)` : name, hostname: frontend_domain })
    const { company_id } = await companyBySlug(database, slug)
    const key = await demoKey(context, company_id, slug)
    const bought = purchases[slug] ?? []
    const document = bought.length > 0 ? customer.document : ''
    tills.set(company_id, { key, document, shop: bought[0]?.subsidiary_name ?? name })
    if (bought.length > 0) await demoCustomer(context, company_id, key, bought)
  }
  const cafe = await companyBySlug(database, 'cafe')
  // Every company has one, above.
  const { key } = tills.get(cafe.company_id)!

  return (port) =>
    [
      '',
      ...companies.map(({ name, hostname }) => `  ${name.padEnd(26)}http://${hostname}:${port}`),
      `  ${'API'.padEnd(26)}http://localhost:${port}/api/docs`,
      ...(context.demo_mailbox
        ? [`  ${'Mails'.padEnd(26)}http://localhost:${port}/_demo/mail`]
        : []),
      `  ${'Till to play with'.padEnd(26)}http://cafe.localhost:${port}/_demo/caixa`,
      '',
      `  ${'Customer of each'.padEnd(26)}${customer.email}  password ${customer.password}`,
      `  ${"The café's till's key".padEnd(26)}${key}`,
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

async function demoCustomer(
  context: Context,
  company_id: string,
  key: string,
  bought: { purchase_value: number; subsidiary_name: string }[],
): Promise<void> {
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
  for (const [at, purchase] of bought.entries()) {
    await generatePoints({
      credential: { company_id, key_hash: secretHash(key), scope: 'points' },
      sale: {
        ...purchase,
        external_id: `demo-${at + 1}`,
        customer: { document: customer.document },
        points_value: 0,
      },
      now: clock(),
    })
  }
}
