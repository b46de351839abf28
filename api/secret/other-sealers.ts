/** Finds the processes of Fiel that seal with another first secret. */

import { type Database, rows, sql } from '#database/sql.ts'

/**
 * Addresses of the processes whose first secret differs from this process's. application_name has a hash of it (connect.ts). A
 * pooler shows only the last client of a connection, so the caller looks several times.
 */
export async function otherSealers(database: Database): Promise<string[]> {
  const found = await rows<{ address: string }>(
    database,
    sql`select distinct coalesce(host(client_addr), 'this machine') as address
          from pg_stat_activity
         where datname = current_database()
           and application_name ~ '^fiel [0-9a-f]{8}$'
           and application_name <> current_setting('application_name')`,
  )
  return found.map(({ address }) => address)
}
