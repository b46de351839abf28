/** The rows of all companies, table by table. */

import pg from 'pg'

import { rows, sql } from '#database/sql.ts'

/** Tables that also note a refused call. */
const notesOfCalls = new Set(['attempt', 'look_up_count'])

/** Written by a call's credential before the call's work: the last use of a key, a session or an account. */
const lastUses = ['last_used_on', 'last_used_at', 'last_seen_at', 'last_seen_on']

/** The tables whose rows belong to a company. */
export async function companyTables(database: pg.Pool): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    database,
    sql`select relname as name
          from pg_class
          join pg_attribute on attrelid = pg_class.oid and attname = 'company_id'
         where relnamespace = 'fiel'::regnamespace
           and relkind in ('r', 'p')
           and not relispartition
         order by relname`,
  )
  return tables.map(({ name }) => name)
}

/** All rows of a table as JSON texts. */
export async function readTable(
  database: pg.Pool,
  table: string,
): Promise<{ company_id: string; content: string }[]> {
  const statement = `select company_id, to_jsonb(one)::text as content from fiel.${pg.escapeIdentifier(table)} one`
  return (await database.query<{ company_id: string; content: string }>(statement)).rows
}

/** Hashes of the rows of each company and table, as 'company table' → hash. */
export async function fingerprints(
  database: pg.Pool,
  company_ids: string[],
): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const table of await companyTables(database)) {
    if (notesOfCalls.has(table)) continue
    const statement = hashesOf(table)
    const { rows } = await database.query<{ company_id: string; hash: string }>(statement, [
      company_ids,
      lastUses,
    ])
    for (const { company_id, hash } of rows) all.set(`${company_id} ${table}`, hash)
  }
  return all
}

function hashesOf(table: string): string {
  return `select company_id, md5(string_agg(seen::text, chr(10) order by seen::text)) as hash
            from (select company_id, to_jsonb(one) - $2::text[] as seen
                    from fiel.${pg.escapeIdentifier(table)} one
                   where company_id = any ($1)) found
           group by company_id`
}

/** The companies and tables that differ. */
export function changes(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
}

/** Forgets failed attempts and look-ups, so that no rate limit answers in place of the check that a probe is for. */
export async function forgetAttempts(owner: pg.Pool): Promise<void> {
  await owner.query('delete from fiel.attempt')
  await owner.query('delete from fiel.look_up_count')
}
