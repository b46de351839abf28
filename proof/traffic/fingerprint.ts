/** What a company's tables contain, to compare before and after a call that must have changed nothing. */

import { type Database, rows, sql } from '#database/sql.ts'

const lastUses = ['last_used_on', 'last_used_at', 'last_seen_at', 'last_seen_on']

/**
 * A hash of the company's rows for each table. Left out: the tables that also note a refused call, and the last use of a key or session,
 * which is written before a call's work.
 */
export async function fingerprint(
  database: Database,
  company_id: string,
): Promise<Map<string, string>> {
  const tables = await rows<{ name: string; hash: string }>(
    database,
    sql`select relname as name,
               query_to_xml(
                 format(
                   'select md5(string_agg(seen::text, chr(10) order by seen::text))
                      from (select to_jsonb(one) - %L::text[] as seen from fiel.%I one where company_id = %L) rows',
                   ${lastUses}::text[]::text, relname, ${company_id}::text),
                 true, false, '')::text as hash
          from pg_class
          join pg_attribute on attrelid = pg_class.oid and attname = 'company_id'
         where relnamespace = 'fiel'::regnamespace
           and relkind in ('r', 'p')
           and not relispartition
           and relname not in ('attempt', 'look_up_count')`,
  )
  return new Map(tables.map(({ name, hash }) => [name, hash]))
}

/** The tables that differ. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([name, hash]) => (before.get(name) === hash ? [] : [name]))
}
