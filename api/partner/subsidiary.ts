/** The warning about a shop that the company's list lacks (D13). The engine accepts or refuses the call. */

import type { ErrorCode } from '#contract/error.ts'
import { type UnknownSubsidiary, unknownSubsidiary } from '#contract/subsidiary.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * The warning of an answer. `shopNames` is the version of the list that lacked the name, so that a repeat gets the same warning.
 * Null: the list had the name or the company had no list, so the answer has no warning.
 */
export function subsidiaryWarning(
  name: string,
  shopNames: string[] | null,
): { warning?: UnknownSubsidiary } {
  return shopNames === null ? {} : { warning: unknownSubsidiary(name, shopNames) }
}

/** The sentence of `unknown_subsidiary`, for a company that is strict; undefined for any other error. */
export async function subsidiaryMessage(
  database: Database,
  company_id: string,
  name: string,
  error: ErrorCode | null,
): Promise<string | undefined> {
  if (error !== 'unknown_subsidiary') return undefined
  const names = await shopNames(database, company_id, null)
  // The list may have been emptied since; then the contract's message is used.
  return names.length === 0 ? undefined : unknownSubsidiary(name, names).message
}

/** The list of a version; null: the current version. */
async function shopNames(
  database: Database,
  company_id: string,
  version: number | null,
): Promise<string[]> {
  const list = await row<{ names: string[] }>(
    database,
    sql`select shop_names(${company_id}, ${version}) as names`,
  )
  return list!.names
}
