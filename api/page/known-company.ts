/** The company of a host name, from a cache while the database does not answer, so that the page keeps the company's look. */

import { type Database, isDatabaseAway } from '#database/sql.ts'

import { type CompanyPage, companyPage } from './company-page.ts'

/** The maximum wait for the database if this node has the company in its cache. */
const maxWait_ms = 2_000
/** Maximum cached host names. It bounds the memory of host names that no longer belong to a company. */
const maxKnown = 1_000

/**
 * Returns the function that finds companies. If a read fails or is late, it returns the cached company, and the API's calls
 * report the failure on the screen. Throws if the company is not in the cache.
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
