import { applyCompany } from '#api/company-file/apply.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import type { CredentialTexts } from '#api/wallet/stored-credential.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { row, sql } from '#database/sql.ts'

export type TestCompany = { id: string; hostname: string; key: string }

/** A red picture with a white sign. */
const logoSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c00" d="M0 0h8v8H0z"/><path fill="#fff" d="M3 3h2v2H3z"/></svg>'

export async function applyTestCompany(
  { database, secret }: SealedDatabase,
  {
    slug,
    changes,
    codes,
    credentials,
  }: {
    slug: string
    changes: object
    codes: Record<string, string[]>
    credentials: CredentialTexts
  },
  now: Date,
): Promise<TestCompany> {
  const hostname = `${slug}.localhost`
  const file = CompanyFile.parse({
    slug,
    name: slug,
    frontend_domain: hostname,
    logo: 'logo.svg',
    favicon: 'logo.svg',
    ...changes,
    calculation_rules: keyed(
      'calculation_rules' in changes
        ? (changes.calculation_rules as object[])
        : [{ key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
    ),
  })
  const logo = { hash: 'logo.svg', media_type: 'image/svg+xml', content: Buffer.from(logoSvg) }
  const images = new Map([['logo.svg', logo]])
  const placeOf = (field: string) => `${slug}/company.yaml ${field}`
  const lines = new Map(Object.entries(codes))
  await applyCompany(
    { database, secret },
    { file, images, codes: lines, credentials, placeOf },
    now,
  )
  const { company_id } = (await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = ${slug}`,
  ))!
  return {
    id: company_id,
    hostname,
    key: await createPartnerKey(database, company_id, 'Caixa', now),
  }
}

/** Adds a key to each rule that has none. */
function keyed(rules: object[]): object[] {
  return rules.map((rule, at) => ({ key: `regra-${at + 1}`, ...rule }))
}
