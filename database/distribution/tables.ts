/** Where each table of a distributed database lives. */

import type pg from 'pg'

/**
 * Every server has a copy of these tables. The unique keys of some span all companies. The others belong to no company, and
 * statements of workers read them.
 */
const copied = ['company', 'company_domain', 'server_secret', 'hash_key']
/**
 * Only the coordinator has these tables. Workers do not read them. To insert into a copied table with `on conflict`, Citus needs the
 * right to update or delete its rows, which the API's role lacks for head_key.
 */
const onCoordinator = ['schema_file', 'back_fill', 'foreign_key_aside', 'head_key']

/** All other tables are cut by company_id like this one, so that all rows of a company are on one server. */
const colocationTable = 'customer'

/** An SQL condition: the table is on the workers, cut by company or as a copy. `table` is an expression of its oid. */
export function isPlaced(table: string): string {
  return `exists (
            select from pg_dist_partition
             where logicalrelid = ${table} and (partmethod = 'h' or repmodel = 't'))`
}

/**
 * Places the tables that are still local, and brings back those that an older release has copied and the coordinator alone needs.
 * Returns the number of placed tables.
 */
export async function placeTables(client: pg.Client): Promise<number> {
  const { rows: leaving } = await client.query<{ name: string }>(
    `select relname::text as name
       from pg_class
      where relnamespace = 'fiel'::regnamespace
        and relname = any ($1)
        and ${isPlaced('pg_class.oid')}`,
    [onCoordinator],
  )
  for (const { name } of leaving) {
    await client.query('select undistribute_table($1)', [`fiel.${name}`])
  }
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name
       from pg_class
      where relnamespace = 'fiel'::regnamespace
        and relkind = 'r'
        and relname <> all ($1)
        and not ${isPlaced('pg_class.oid')}
      order by relname <> all ($2), array_position($2, relname::text), relname <> $3, relname`,
    [onCoordinator, copied, colocationTable],
  )
  for (const { name } of rows) {
    if (copied.includes(name))
      await client.query('select create_reference_table($1)', [`fiel.${name}`])
    else {
      await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        `fiel.${name}`,
        'company_id',
        name === colocationTable ? 'none' : `fiel.${colocationTable}`,
      ])
    }
    // The rows were copied to the shards. Those of the local table waste space.
    await client.query('select truncate_local_data_after_distributing_table($1)', [`fiel.${name}`])
  }
  return rows.length
}
