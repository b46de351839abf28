/** Finds a company by its host name or its id, in the form that the portal reads (R1.1). */

import type { CompanyFile } from '#contract/company-file.ts'
import { Company, CompanySettings } from '#contract/company.ts'
import { type WalletFile, walletNames } from '#contract/wallet.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { imageUrl, termsUrl } from './image.ts'
import { isLogoLegibleInDark } from './logo.ts'

type Stored = {
  company_id: string
  file: CompanyFile
  images: Record<string, string>
  blocked_at: string | null
}

/** The fields of a company that its page needs, by host name. */
export async function companyByHostname(
  database: Database,
  hostname: string,
): Promise<{ company: Company; settings: CompanySettings } | undefined> {
  const stored = await row<Stored>(
    database,
    sql`select company_id, file, images, blocked_at
          from company_domain
          join company using (company_id)
         where hostname = ${hostname}
           and not is_console
           and released_at is null`,
  )
  if (!stored) return undefined
  return companyInPage(database, stored)
}

/** A stored company, or a draft of it, as the portal's page holds it. */
export async function companyInPage(
  database: Database,
  stored: Stored,
): Promise<{ company: Company; settings: CompanySettings }> {
  const company = await shown(database, stored)
  // Terms are long and rarely read, so the page holds only their URL.
  company.legal.custom_terms_html = null
  return { company, settings: settingsOf(stored) }
}

/** The id of the company with this host name. A fully qualified name ends with a dot and is the same host. */
export async function companyIdOf(
  database: Database,
  hostname: string,
): Promise<{ company_id: string } | undefined> {
  return row(
    database,
    sql`select company_id
          from company_domain
         where hostname = ${hostname.toLowerCase().replace(/\.$/, '')}
           and not is_console
           and released_at is null`,
  )
}

/** Whether a host name opens a company's portal or console. */
export async function isCompanyHost(database: Database, hostname: string): Promise<boolean> {
  const found = await row(
    database,
    sql`select company_id
          from company_domain
         where hostname = ${hostname.toLowerCase().replace(/\.$/, '')}
           and released_at is null`,
  )
  return found !== undefined
}

/** The company of a slug, for commands. Throws an Error of one sentence. */
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
): Promise<{ company: Company; settings: CompanySettings; wallet: WalletFile | null } | undefined> {
  const stored = await row<Stored>(
    database,
    sql`select company_id, file, images, blocked_at from company where company_id = ${company_id}`,
  )
  if (!stored) return undefined
  return {
    company: await shown(database, stored),
    settings: settingsOf(stored),
    wallet: walletOf(stored),
  }
}

/** The settings for the portal. They name the company's wallets, but contain no credentials. */
function settingsOf(stored: Stored): CompanySettings {
  const { settings } = stored.file
  const wallet = walletOf(stored)
  const wallets = walletNames.filter((name) => wallet?.[name])
  return CompanySettings.parse({
    ...settings,
    integrations: { ...settings.integrations, wallets },
  })
}

/** A file applied before this field existed lacks it. */
function walletOf({ file }: Stored): WalletFile | null {
  return file.settings.integrations.wallet ?? null
}

/** The API's company: the public fields of its file, with URLs for images and defaults for newer fields. */
async function shown(
  database: Database,
  { company_id, file, images, blocked_at }: Stored,
): Promise<Company> {
  const { settings } = file
  // The database has the picture of each stored name.
  const address = (name: string) => imageUrl(company_id, images[name]!)
  return Company.parse({
    ...file,
    id: company_id,
    // A file applied before this field existed lacks it.
    legal: {
      ...file.legal,
      custom_terms_url: file.legal.custom_terms_html ? termsUrl(company_id) : null,
    },
    cookies_policy_url: file.legal.cookie_policy_url,
    logo_url: address(file.logo),
    // A file applied before dark logos existed lacks it.
    logo_dark_url: file.logo_dark ? address(file.logo_dark) : null,
    logo_needs_plate:
      !file.logo_dark &&
      !(await isLogoLegibleInDark(database, {
        company_id,
        hash: images[file.logo]!,
        brand: file,
      })),
    favicon_url: address(file.favicon),
    background_url: file.background && address(file.background),
    banner: file.banner && {
      image_url: address(file.banner.image),
      alt: file.banner.alt,
      url: file.banner.url,
      // A file applied before promotions existed lacks it.
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
