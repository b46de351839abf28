/** A company by its host name or its id, as the portal reads it (R1.1). */

import { levels } from '#api/level/levels.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { Company, CompanySettings } from '#contract/company.ts'
import type { ChainLevel } from '#contract/level.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { imageUrl, termsUrl } from './image.ts'

export type CompanyPage = { company: Company; settings: CompanySettings; levels: ChainLevel[] }

type Stored = {
  company_id: string
  file: CompanyFile
  images: Record<string, string>
  blocked_at: string | null
}

/** What a page needs of the company behind a host name. */
export async function companyByHostname(
  database: Database,
  hostname: string,
): Promise<CompanyPage | undefined> {
  const stored = await row<Stored>(
    database,
    sql`select company_id, file, images, blocked_at
          from company_domain
          join company using (company_id)
         where hostname = ${hostname}`,
  )
  if (!stored) return undefined
  const company = shown(stored)
  // Pages long, and read by few: a page holds where they are read.
  company.legal.custom_terms_html = null
  return {
    company,
    settings: CompanySettings.parse(stored.file.settings),
    levels: await levels(database, stored.company_id),
  }
}

/** A name in full ends with a dot: it is the same host. */
export async function companyIdOf(
  database: Database,
  hostname: string,
): Promise<{ company_id: string } | undefined> {
  return row(
    database,
    sql`select company_id from company_domain where hostname = ${hostname.toLowerCase().replace(/\.$/, '')}`,
  )
}

/** For commands, which name a company as its file does. Throws an Error of one sentence. */
export async function companyBySlug(
  database: Database,
  slug: string,
): Promise<{ company_id: string }> {
  const found = await row<{ company_id: string }>(
    database,
    sql`select company_id from company where slug = ${slug}`,
  )
  if (!found) throw new Error(`There is no company ${slug}: apply its folder first.`)
  return found
}

export async function companyById(
  database: Database,
  company_id: string,
): Promise<{ company: Company; settings: CompanySettings } | undefined> {
  const stored = await row<Stored>(
    database,
    sql`select company_id, file, images, blocked_at from company where company_id = ${company_id}`,
  )
  return stored && { company: shown(stored), settings: CompanySettings.parse(stored.file.settings) }
}

/** The company as it is answered, with defaults for what its file could not know yet: of its file what the contract shows, with images as addresses. */
function shown({ company_id, file, images, blocked_at }: Stored): Company {
  const { settings } = file
  // Applied with the file that names it.
  const address = (name: string) => imageUrl(company_id, images[name]!)
  return Company.parse({
    ...file,
    id: company_id,
    // A file from before terms were does not know the word.
    legal: {
      ...file.legal,
      custom_terms_url: file.legal.custom_terms_html ? termsUrl(company_id) : null,
    },
    cookies_policy_url: file.legal.cookie_policy_url,
    logo_url: address(file.logo),
    favicon_url: address(file.favicon),
    background_url: file.background && address(file.background),
    banner: file.banner && {
      image_url: address(file.banner.image),
      alt: file.banner.alt,
      url: file.banner.url,
      // A file from before promotions were does not know the word.
      promotion_code: file.banner.promotion_code ?? null,
    },
    levels: {
      update_lookback: settings.levels_system === 'LOOKBACK' ? settings.update_lookback : null,
      renovation_interval:
        settings.levels_system === 'RENOVATION' ? settings.renovation_interval : null,
    },
    blocked_at,
  })
}
