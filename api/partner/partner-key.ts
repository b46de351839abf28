/** The keys with which a company's tills call (D3). */

import { type Database, row, sql } from '#api/database/sql.ts'
import { newPartnerKey, secretHash } from '#api/http/caller.ts'

/** A new key, shown this once: only its hash is kept. */
export async function createPartnerKey(
  database: Database,
  company_id: string,
  name: string,
  now: Date,
): Promise<string> {
  const key = newPartnerKey(company_id)
  await row(
    database,
    sql`insert into partner_key (company_id, name, key_hash, created_at)
        values (${company_id}, ${name}, ${secretHash(key)}, ${now})`,
  )
  return key
}
