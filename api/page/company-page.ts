/** The company's data in its page. */

import { companyByHostname } from '#api/company/lookup.ts'
import { levels } from '#api/level/levels.ts'
import type { Company, CompanySettings } from '#contract/company.ts'
import type { ChainLevel } from '#contract/level.ts'
import type { Database } from '#database/sql.ts'

export type CompanyPage = { company: Company; settings: CompanySettings; levels: ChainLevel[] }

export async function companyPage(
  database: Database,
  hostname: string,
): Promise<CompanyPage | undefined> {
  const found = await companyByHostname(database, hostname)
  return found && { ...found, levels: await levels(database, found.company.id) }
}
