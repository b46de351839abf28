/**
 * Prepares the data to try Fiel. It creates the demo companies with a till's key for each. Each open company gets a
 * customer with 2 to 4 purchases, and each company with a console gets staff.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { applyCompany, companyDifference } from '#api/company-file/apply.ts'
import { newestOfConsole } from '#api/company-file/version.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { Context } from '#api/context/context.ts'
import { secretHash } from '#api/http/caller.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { dataFolder } from '#database/connect.ts'
import { environment } from '#database/environment.ts'
import { row, sql } from '#database/sql.ts'

import { demoCompanies } from './companies/companies.ts'
import { customer, demoCustomer, type Purchase } from './companies/customer.ts'
import { demoStaff, staff, staffPassword } from './console/staff.ts'
import type { DemoTill } from './till/till.ts'

/**
 * The folder with the folders of the demo companies. `company preview` (api/company-file/preview.ts) sets it to one with a single
 * company.
 */
const companiesFolder = environment.DEMO_COMPANIES

/** The customer's purchases at each open company, by slug. The demo's till stands in the first purchase's shop. */
const purchases: Record<string, Purchase[]> = {
  cafe: [
    { purchase_value: 4_890, subsidiary_name: 'Aurora Pinheiros' },
    { purchase_value: 17_900, subsidiary_name: 'Aurora Vila Madalena' },
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
  const companies: DemoCompany[] = []
  for (const company of await demoCompanies(companiesFolder)) {
    const { file } = company
    // The demo keeps what somebody has published in its console.
    const isOfConsole = (await newestOfConsole(database, file.slug)) > company.version
    if (!isOfConsole && (await companyDifference(context, company)).length > 0) {
      await applyCompany(context, company, clock())
    }
    const { company_id } = await companyBySlug(database, file.slug)
    const key = await demoKey(context, company_id, file.slug)
    // A closed company accepts no registration.
    const purchases = file.blocked || file.maintenance ? [] : purchasesAt(file)
    const document = purchases.length > 0 ? customer.document : ''
    tills.set(company_id, { key, document, shop: purchases[0]?.subsidiary_name ?? file.name })
    if (purchases.length > 0) await demoCustomer(context, { file, company_id, key, purchases })
    if (file.admin_domain !== null) await demoStaff(context, company_id)
    const name = file.blocked ? `${file.name} (blocked)` : file.name
    companies.push({ name, hostname: file.frontend_domain, console: file.admin_domain, key })
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
            `  ${"This till's key".padEnd(26)}${first.key}`,
            ...consoleLines(first, port),
          ]
        : []),
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n')
}

type DemoCompany = { name: string; hostname: string; console: string | null; key: string }

function consoleLines({ hostname, console }: DemoCompany, port: number): string[] {
  if (console === null) return []
  return [
    '',
    `  ${'Console'.padEnd(26)}http://${console}:${port}`,
    `  ${'Its counter, signed in'.padEnd(26)}http://${console}:${port}/_demo/balcao`,
    ...staff.map(
      ({ email, role }) => `  ${`Its ${role}`.padEnd(26)}${email}  password ${staffPassword}`,
    ),
    `  ${'Codes of the 2nd factor'.padEnd(26)}http://${hostname}:${port}/_demo/code`,
  ]
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
  // The first start has no file.
  const storedKey = await readFile(path, 'utf8').catch(() => '')
  const keyRow = await row(
    database,
    sql`select id
          from partner_key
         where company_id = ${company_id}
           and key_hash = ${secretHash(storedKey)}
           and revoked_at is null`,
  )
  if (keyRow) return storedKey
  const key = await createPartnerKey(database, company_id, 'Demo', clock())
  await writeFile(path, key, { mode: 0o600 })
  return key
}
