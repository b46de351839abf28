/**
 * Citus refuses to distribute a table with a foreign key to a table that is not distributed. So the keys are dropped first and
 * added again last.
 */

import pg from 'pg'

import { isPlaced } from './tables.ts'

/** Stores the definitions of the foreign keys of local tables in foreign_key_aside, and drops the keys, in one transaction. */
export async function setForeignKeysAside(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    await client.query(
      `insert into foreign_key_aside (table_name, name, definition)
       select pg_class.relname, pg_constraint.conname, pg_get_constraintdef(pg_constraint.oid)
         from pg_constraint
         join pg_class on pg_class.oid = pg_constraint.conrelid
        where pg_class.relnamespace = 'fiel'::regnamespace
          and pg_constraint.contype = 'f'
          and not (${isPlaced('conrelid')} and ${isPlaced('confrelid')})`,
    )
    const { rows } = await client.query<Key>(
      'select table_name, name, definition from foreign_key_aside',
    )
    for (const { table_name, name } of rows) {
      await client.query(
        `alter table ${pg.escapeIdentifier(table_name)} drop constraint if exists ${pg.escapeIdentifier(name)}`,
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Key = { table_name: string; name: string; definition: string }

/** Adds the keys again, one transaction each. Returns their number. */
export async function restoreForeignKeys(client: pg.Client): Promise<number> {
  const { rows } = await client.query<Key>(
    'select table_name, name, definition from foreign_key_aside order by table_name, name',
  )
  for (const { table_name, name, definition } of rows) {
    await client.query('begin')
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    await client.query(
      `alter table ${pg.escapeIdentifier(table_name)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
    await client.query('delete from foreign_key_aside where table_name = $1 and name = $2', [
      table_name,
      name,
    ])
    await client.query('commit')
  }
  return rows.length
}
