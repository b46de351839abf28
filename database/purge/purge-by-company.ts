/** Deletes old rows company by company, as Citus needs it: one statement then stays on one server. */

import { type Database, rows, sql } from '#database/sql.ts'

/** Rows that one statement of a purge deletes (D16). It bounds the statement's time and how long it holds its locks. */
export const purgeBatch = 1_000

/** The ids of all companies, in their order. */
export async function companyIds(database: Database): Promise<string[]> {
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company_id from companies() order by company_id`,
  )
  return companies.map(({ company_id }) => company_id)
}

/**
 * Calls `purge` for each company until it returns 0. `purge` deletes at most `purgeBatch` rows with one statement and returns their
 * number.
 */
export async function purgeByCompany(
  database: Database,
  purge: (company_id: string) => Promise<number>,
): Promise<void> {
  for (const company_id of await companyIds(database)) {
    while ((await purge(company_id)) > 0);
  }
}
