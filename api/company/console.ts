/** The company of a console's host name (D15). */

import type { CompanyFile } from '#contract/company-file.ts'
import type { ConsoleCompany } from '#contract/console/console-page.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { imageUrl } from './image.ts'

export type FoundConsole = {
  company: ConsoleCompany
  primary_color: string
  favicon_url: string
}

/** Undefined for a host name that opens no console. A closed company's console opens: its people open the company again. */
export async function consoleByHostname(
  database: Database,
  hostname: string,
): Promise<FoundConsole | undefined> {
  const stored = await row<{
    company_id: string
    file: CompanyFile
    images: Record<string, string>
  }>(
    database,
    sql`select company_id, file, images
          from company_domain
          join company using (company_id)
         where hostname = ${hostname}
           and is_console
           and released_at is null`,
  )
  if (!stored) return undefined
  const { company_id, file, images } = stored
  // The database has the picture of each stored name.
  const address = (name: string) => imageUrl(company_id, images[name]!)
  const { slug, name, program_name, time_zone, primary_color } = file
  return {
    company: {
      id: company_id,
      slug,
      name,
      program_name,
      logo_url: address(file.logo),
      // A file applied before dark logos existed lacks it.
      logo_dark_url: file.logo_dark ? address(file.logo_dark) : null,
      time_zone,
    },
    primary_color,
    favicon_url: address(file.favicon),
  }
}
