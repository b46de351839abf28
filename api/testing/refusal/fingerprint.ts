import { type Database, rows, sql } from '#database/sql.ts'

/**
 * A hash of each table's rows. Two equal fingerprints prove that the calls between them wrote nothing, except to `attempt`
 * and `look_up_count`, which also count refused calls.
 */
export async function fingerprint(database: Database): Promise<Record<string, string>> {
  const tables = await rows<{ name: string; hash: string }>(
    database,
    sql`select relname as name,
               query_to_xml(format('select md5(string_agg(one::text, chr(10) order by one::text)) from fiel.%I one', relname),
                            true, false, '')::text as hash
          from pg_class
         where relnamespace = 'fiel'::regnamespace
           and relkind in ('r', 'p')
           and not relispartition
           and relname not in ('attempt', 'look_up_count')`,
  )
  return Object.fromEntries(tables.map(({ name, hash }) => [name, hash]))
}
