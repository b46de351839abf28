/** Prepares the data to try Fiel: the demo companies, a customer with 2 to 4 purchases at each, and a till's key. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { applyCompany, companyDifference } from '#api/company-file/apply.ts'
import { readCompanyFolder } from '#api/company-file/company-file.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { proveEmail } from '#api/customer/prove-email.ts'
import { register } from '#api/customer/register.ts'
import { secretHash } from '#api/http/caller.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { generatePoints } from '#api/points/generate.ts'
import { endSession } from '#api/session/session.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { dataFolder } from '#database/connect.ts'
import { environment } from '#database/environment.ts'
import { row, sql } from '#database/sql.ts'

import type { DemoTill } from './till/till.ts'

/** The folders of the demo companies. A preview has one company only. */
const companiesFolder = environment.DEMO_COMPANIES

/** The password is public, so this customer exists only in the embedded database of this machine. */
const customer = {
  name: 'Marina Duarte',
  email: 'marina@exemplo.com.br',
  document: '52998224725',
  birthdate: '1991-04-17',
  password: 'aurora2026',
  opt_in: true,
  opt_in_marketing: false,
} as const

/** The customer's purchases at each open company, by slug. The demo's till stands in the first purchase's shop. */
const purchases: Record<string, Purchase[]> = {
  cafe: [
    { purchase_value: 4_890, subsidiary_name: 'Aurora Pinheiros' },
    { purchase_value: 12_300, subsidiary_name: 'Aurora Vila Madalena' },
    {
      purchase_value: 3_650,
      subsidiary_name: 'Aurora Pinheiros',
      calculation_rule_id: 'dia-em-dobro',
    },
  ],
  posto: [
    { purchase_value: 24_680, subsidiary_name: 'Guará Trevo' },
    { purchase_value: 31_250, subsidiary_name: 'Guará Irati' },
    { purchase_value: 18_900, subsidiary_name: 'Guará Trevo' },
    { purchase_value: 4_280, subsidiary_name: 'Guará Trevo', calculation_rule_id: 'loja' },
  ],
  otica: [
    { purchase_value: 89_900, subsidiary_name: 'Íris Boa Viagem' },
    { purchase_value: 34_900, subsidiary_name: 'Íris Olinda', calculation_rule_id: 'lentes' },
  ],
  adega: [
    { purchase_value: 48_700, subsidiary_name: 'Vinícola Serra Velha' },
    { purchase_value: 21_300, subsidiary_name: 'Serra Velha Bento Gonçalves' },
    { purchase_value: 56_000, subsidiary_name: 'Mesa Serra Velha' },
  ],
}

/** Applies and creates missing data and fills `tills`. Returns the function that makes the printed lines for a port. */
export async function prepareDemo(
  context: Context,
  { tills, hasMailbox }: { tills: Map<string, DemoTill>; hasMailbox: boolean },
): Promise<(port: number) => string> {
  const { database, clock } = context
  const companies: { name: string; hostname: string; key: string }[] = []
  for (const folder of await companyFolders()) {
    const company = await readCompanyFolder(folder)
    if ((await companyDifference(context, company)).length > 0) {
      await applyCompany(context, company, clock())
    }
    const { file } = company
    const { company_id } = await companyBySlug(database, file.slug)
    const key = await demoKey(context, company_id, file.slug)
    // A closed company accepts no registration.
    const bought = file.blocked || file.maintenance ? [] : purchasesAt(file)
    const document = bought.length > 0 ? customer.document : ''
    tills.set(company_id, { key, document, shop: bought[0]?.subsidiary_name ?? file.name })
    if (bought.length > 0) await demoCustomer(context, { file, company_id, key, bought })
    const name = file.blocked ? `${file.name} (blocked)` : file.name
    companies.push({ name, hostname: file.frontend_domain, key })
  }
  // A preview has one company, which may not be the café.
  const first = companies.find(({ hostname }) => hostname === 'cafe.localhost') ?? companies[0]

  return (port) =>
    [
      '',
      ...companies.map(({ name, hostname }) => `  ${name.padEnd(26)}http://${hostname}:${port}`),
      `  ${'API'.padEnd(26)}http://localhost:${port}/api/docs`,
      ...(hasMailbox ? [`  ${'Mails'.padEnd(26)}http://localhost:${port}/_demo/mail`] : []),
      ...(first
        ? [
            `  ${'Till to play with'.padEnd(26)}http://${first.hostname}:${port}/_demo/caixa`,
            '',
            `  ${'Customer of each demo'.padEnd(26)}${customer.email}  password ${customer.password}`,
            `  ${"The first's till's key".padEnd(26)}${first.key}`,
          ]
        : []),
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n')
}

async function companyFolders(): Promise<string[]> {
  const entries = await readdir(companiesFolder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => join(companiesFolder, name)).toSorted()
}

type Purchase = {
  purchase_value: number
  subsidiary_name: string
  /** A rule's key. Undefined: the company's first rule. */
  calculation_rule_id?: string
}

/** Companies without purchases above get two sales: at their first two shops, at their only shop, or at the company itself. */
function purchasesAt({ slug, name, subsidiaries }: CompanyFile): Purchase[] {
  const shops = [...subsidiaries.map((subsidiary) => subsidiary.name), name]
  return (
    purchases[slug] ?? [
      { purchase_value: 4_890, subsidiary_name: shops[0]! },
      { purchase_value: 12_300, subsidiary_name: subsidiaries.at(1)?.name ?? shops[0]! },
    ]
  )
}

/** The till's key, the same for all starts. It is stored in the data folder; the database has its hash. */
async function demoKey(
  { database, clock }: Context,
  company_id: string,
  slug: string,
): Promise<string> {
  const path = join(dataFolder, `demo-partner-key-${slug}`)
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
  {
    file,
    company_id,
    key,
    bought,
  }: { file: CompanyFile; company_id: string; key: string; bought: Purchase[] },
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
  // A customer without a confirmed contact may not spend (D3).
  const owner = { customer_id: data.id, email: customer.email }
  await proveEmail(database, company_id, owner, clock(), { byOwner: true })
  // Registration has signed a device in that nobody uses.
  await endSession(database, company_id, secretHash(token), clock())
  for (const [at, purchase] of bought.entries()) {
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
