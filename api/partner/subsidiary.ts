/** The warning about a shop that the company's list lacks (D13). The engine accepts or refuses the call. */

import type { ErrorCode } from '#contract/error.ts'
import { type UnknownSubsidiary, unknownSubsidiary } from '#contract/subsidiary.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/**
 * The warning of an answer, made from the version of the list that lacked the name, so that a repeat gets the same. Undefined
 * when `unlisted_in` is null: the name was listed.
 */
export async function subsidiaryWarning(
  database: Database,
  company_id: string,
  name: string,
  unlisted_in: number | null,
): Promise<{ warning?: UnknownSubsidiary }> {
  if (unlisted_in === null) return {}
  return { warning: unknownSubsidiary(name, await namesOf(database, company_id, unlisted_in)) }
}

/** The sentence of `unknown_subsidiary`, for a company that is strict; undefined for any other error. */
export async function subsidiaryMessage(
  database: Database,
  company_id: string,
  name: string,
  error: ErrorCode | null,
): Promise<string | undefined> {
  if (error !== 'unknown_subsidiary') return undefined
  const names = await namesOf(database, company_id, null)
  // The list may have been emptied since; then the contract's message is used.
  return names.length === 0 ? undefined : unknownSubsidiary(name, names).message
}

/** The list of a version; null: the current version. */
async function namesOf(
  database: Database,
  company_id: string,
  version: number | null,
): Promise<string[]> {
  const subsidiaries = await rows<{ name: string }>(
    database,
    sql`select name
          from subsidiaries_of(${company_id}, ${version})
         order by name_key`,
  )
  return subsidiaries.map(({ name }) => name)
}
