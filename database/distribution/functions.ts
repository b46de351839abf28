/**
 * Rewrites Fiel's functions so that Citus can plan them, and distributes them: it then sends a company's call to its worker as a
 * whole.
 */

import pg from 'pg'

/**
 * The functions of a company that stay on the coordinator. hold_sandbox locks a row of which every server has a copy. Its
 * transaction then changes the row from the coordinator. If a worker ran the function, the change would wait forever for the lock
 * that its own transaction holds there.
 */
const onCoordinator = ['hold_sandbox']

/** Distributes the functions that are not distributed yet. Returns their number. */
export async function distributeFunctions(client: pg.Client): Promise<number> {
  await rewriteSqlFunctions(client)
  await allowCustomPlans(client)
  const { rows } = await client.query<{ signature: string; takes_company: boolean }>(
    `select pg_proc.oid::regprocedure::text as signature, called.takes_company
       from pg_proc
      cross join lateral (
             select coalesce(proargnames[1] = 'p_company_id', false) and proname <> all ($1) as takes_company) called
       left join pg_dist_object
              on pg_dist_object.classid = 'pg_proc'::regclass
             and pg_dist_object.objid = pg_proc.oid
      where pronamespace = 'fiel'::regnamespace
        and (pg_dist_object.objid is null
             or called.takes_company and pg_dist_object.force_delegation is not true)
      order by 1`,
    [onCoordinator],
  )
  for (const { signature, takes_company } of rows) {
    if (takes_company) {
      await client.query(
        // force_delegation: Citus then sends the call to the worker also within a transaction. That matters for a parameter of a
        // composite type, which cannot be sent in a single statement.
        `select create_distributed_function(
                  $1::regprocedure, 'p_company_id', colocate_with => 'fiel.customer', force_delegation => true)`,
        [signature],
      )
    } else {
      await client.query('select create_distributed_function($1::regprocedure)', [signature])
    }
  }
  return rows.length
}

type SqlFunction = {
  signature: string
  head: string
  body: string
  is_set: boolean
  is_void: boolean
}

/**
 * Citus cannot plan a function in the language SQL that reads a table with a parameter. Its error says "Possibly this is
 * caused by the use of parameters in SQL functions". Such functions are replaced by the same statement in PL/pgSQL. On
 * plain PostgreSQL they stay in SQL, because they are inlined there. Returns their number.
 */
export async function rewriteSqlFunctions(client: pg.Client): Promise<number> {
  const { rows } = await client.query<SqlFunction>(
    `select pg_proc.oid::regprocedure::text as signature,
            format('create or replace function %s(%s) returns %s language plpgsql %s%s%s', pg_proc.oid::regproc,
                   pg_get_function_arguments(pg_proc.oid), pg_get_function_result(pg_proc.oid),
                   case provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
                   case when proretset then ' rows ' || prorows else '' end,
                   coalesce((select string_agg(' set ' || one, '') from unnest(proconfig) one), '')) as head,
            prosrc as body, proretset as is_set, prorettype = 'void'::regtype as is_void
       from pg_proc
       join pg_language on pg_language.oid = prolang
      where pronamespace = 'fiel'::regnamespace
        and lanname = 'sql'
        and exists (
              select
                from pg_class
               where relnamespace = 'fiel'::regnamespace
                 and relkind = 'r'
                 and prosrc ~ format('\\m(((from|join|update)\\s+%1$s\\M(?!\\s*\\())|(into\\s+%1$s\\M))', relname))`,
  )
  await client.query('begin')
  await client.query('set local check_function_bodies = off')
  for (const one of rows) await client.query(inPlpgsql(one))
  await client.query('commit')
  return rows.length
}

function inPlpgsql({ head, body, is_set, is_void }: SqlFunction): string {
  const statement = body.trim().replace(/;$/, '')
  const inner = is_void ? statement : is_set ? `return query ${statement}` : `return (${statement})`
  return `${head} as $fiel$\n#variable_conflict use_column\nbegin\n  ${inner};\nend\n$fiel$`
}

/**
 * Removes the setting plan_cache_mode from the functions. Citus plans a join for the company of the call. A generic plan knows no
 * company, so Citus refuses it ("could not create distributed plan").
 */
async function allowCustomPlans(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature
       from pg_proc
      where pronamespace = 'fiel'::regnamespace
        and exists (select from unnest(proconfig) one where one like 'plan_cache_mode=%')`,
  )
  for (const { signature } of rows) {
    await client.query(`alter function ${signature} reset plan_cache_mode`)
  }
}
