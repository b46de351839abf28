/** What a stranger needs to try Fiel: the demo companies, a customer with a few purchases, and a till's key. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { CompanyFile } from '#contract/company-file.ts'

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

/** DEMO_COMPANIES: a preview's, which has one. */
const companies_folder = process.env['DEMO_COMPANIES'] ?? join(import.meta.dirname, '../companies')

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
  { external_id: 'demo-1', purchase_value: 4_890 },
  { external_id: 'demo-2', purchase_value: 12_300 },
]

/** Applies and creates what is missing, `tills` too. Returns the lines that tell how to use it, given the port. */
export async function prepareDemo(
  context: Context,
  tills: Map<string, DemoTill>,
): Promise<(port: number) => string> {
  const { database, clock } = context
  const companies: DemoCompany[] = []
  for (const folder of await foldersIn(companies_folder)) {
    const company = await readCompanyFolder(folder)
    if ((await companyDifference(database, company)).length > 0) {
      await applyCompany(database, company, clock())
    }
    const { file } = company
    const { company_id } = await companyBySlug(database, file.slug)
    const key = await demoKey(context, company_id, file.slug)
    const shop = file.subsidiaries[0]?.name ?? file.name
    tills.set(company_id, { key, document: '', shop })
    companies.push({ file, company_id, key, shop })
  }
  // In a preview there is one company, and it is hers.
  const hers = companies.find(({ file }) => file.slug === 'cafe') ?? companies[0]
  if (hers && !hers.file.blocked && !hers.file.maintenance) {
    tills.set(hers.company_id, { ...hers, document: customer.document })
    await demoCustomer(context, hers)
  }

  return (port) =>
    [
      '',
      ...companies.map(
        ({ file }) => `  ${file.name.padEnd(22)}http://${file.frontend_domain}:${port}`,
      ),
      `  ${'API'.padEnd(22)}http://localhost:${port}/api/docs`,
      ...(context.demo_mailbox
        ? [`  ${'Mails'.padEnd(22)}http://localhost:${port}/_demo/mail`]
        : []),
      ...(hers ? howToTry(hers, port) : []),
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n')
}

type DemoCompany = { file: CompanyFile; company_id: string; key: string; shop: string }

function howToTry({ file, key }: DemoCompany, port: number): string[] {
  return [
    `  ${'Till to play with'.padEnd(22)}http://${file.frontend_domain}:${port}/_demo/caixa`,
    '',
    `  ${'Demo customer'.padEnd(22)}${customer.email}  password ${customer.password}`,
    `  ${"The till's key".padEnd(22)}${key}`,
  ]
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
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
  { file, company_id, key, shop }: DemoCompany,
): Promise<void> {
  const { database, clock } = context
  const known = await row(
    database,
    sql`select id from customer where company_id = ${company_id} and document = ${customer.document}`,
  )
  if (known) return
  const caller = { company_id, address: '127.0.0.1', user_agent: null, now: clock() }
  const person = { ...customer, birthdate: allowedBirthdate(file, clock()) }
  const { data, token } = await register(context, person, caller)
  // So that she may spend (D3).
  const owner = { customer_id: data.id, email: customer.email }
  await proveEmail(database, company_id, owner, clock(), { by_owner: true })
  // No device of hers: she signs in with the password that is printed.
  await endSession(database, company_id, secretHash(token), clock())
  const generatePoints = pointsGenerator(database)
  const shops = file.subsidiaries.length > 0 ? file.subsidiaries.map(({ name }) => name) : [shop]
  for (const [at, purchase] of purchases.entries()) {
    await generatePoints({
      credential: { company_id, key_hash: secretHash(key), scope: 'points' },
      sale: {
        ...purchase,
        subsidiary_name: shops[at % shops.length]!,
        customer: { document: customer.document },
        points_value: 0,
      },
      now: clock(),
    })
  }
}

/** Hers, unless the company admits other ages alone: then the nearest that it does. */
function allowedBirthdate({ settings }: CompanyFile, now: Date): string {
  const { is_age_restriction_enabled, allow_from_age, allow_to_age } = settings
  const age = now.getUTCFullYear() - Number(customer.birthdate.slice(0, 4))
  const allowed = Math.min(Math.max(age, (allow_from_age ?? 0) + 1), allow_to_age ?? Infinity)
  if (!is_age_restriction_enabled || allowed === age) return customer.birthdate
  return `${now.getUTCFullYear() - allowed}-01-01`
}
