/** Deletes old rows company by company, as Citus needs it: one statement then stays on one server. */

import { type Database, rows, sql } from '#database/sql.ts'

/** The ids of all companies, in their order. */
export async function companyIds(database: Database): Promise<string[]> {
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company_id from companies() order by company_id`,
  )
  return companies.map(({ company_id }) => company_id)
}

/**
 * Repeats `purge` for each company until it deletes nothing. `purge` deletes a batch of rows with one statement, which bounds how
 * long it holds its locks, and returns their number.
 */
export async function purgeByCompany(
  database: Database,
  purge: (company_id: string) => Promise<number>,
): Promise<void> {
  for (const company_id of await companyIds(database)) {
    while ((await purge(company_id)) > 0);
  }
}
