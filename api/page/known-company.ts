/** The company of a host name, also while the database does not answer: the page still comes, in the company's look. */

import { type Database, isDatabaseAway } from '#database/sql.ts'

import { type CompanyPage, companyPage } from './company-page.ts'

/** A page waits no longer for a company that this node has seen. */
const maxWait_ms = 2_000
const maxKnown = 1_000

/**
 * Returns the function that finds companies. One whose read fails or is late is as this node last saw it: its page then says
 * what it can, and the API's own calls say what is away. Throws for a company that this node has not seen.
 */
export function openKnownCompanies(
  database: Database,
): (hostname: string) => Promise<CompanyPage | undefined> {
  const lastPages = new Map<string, CompanyPage>()

  async function read(hostname: string): Promise<CompanyPage | undefined> {
    const found = await companyPage(database, hostname)
    if (lastPages.size >= maxKnown) lastPages.clear()
    if (found) lastPages.set(hostname, found)
    else lastPages.delete(hostname)
    return found
  }

  return async (hostname) => {
    const last = lastPages.get(hostname)
    if (!last) return read(hostname)
    const late = Promise.withResolvers<CompanyPage>()
    const timer = setTimeout(late.resolve, maxWait_ms, last)
    const found = read(hostname).catch((error: unknown) => {
      if (isDatabaseAway(error)) return last
      throw error
    })
    return Promise.race([found, late.promise]).finally(() => clearTimeout(timer))
  }
}
