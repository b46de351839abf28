/** The console of a company: its host name, and the company as the console shows it. */

import { ApiError } from '#api/http/api-error.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { type Database, row, sql } from '#database/sql.ts'

export async function fileOf(database: Database, company_id: string): Promise<CompanyFile> {
  const found = await row<{ file: CompanyFile }>(
    database,
    sql`select file from file_of(${company_id}) file`,
  )
  return found!.file
}

/** A console as WebAuthn names it. */
export type RelyingParty = { rpID: string; origin: string; rpName: string }

/**
 * The console at which a passkey is made or used. Throws `forbidden` for a request to another host than the company's
 * `admin_domain`: a passkey is bound to the host.
 */
export async function relyingParty(
  database: Database,
  company_id: string,
  host: string,
): Promise<RelyingParty> {
  const { admin_domain, program_name } = await fileOf(database, company_id)
  const rpID = host.replace(/\.?(:\d+)?$/, '').toLowerCase()
  const protocol = rpID.endsWith('.localhost') ? 'http' : 'https'
  // A URL's origin leaves out the protocol's own port, as a browser does. Null for a port above 65535.
  const url = URL.parse(`${protocol}://${host}`)
  if (rpID !== admin_domain || !url) throw new ApiError('forbidden')
  return { rpID, origin: url.origin, rpName: program_name }
}
