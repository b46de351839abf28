/**
 * Brings a database to this release's schema: tables by numbered files, each once; functions whenever they changed. All of
 * it is in PostgreSQL's schema `fiel`, the jobs' in `pgboss`, and nothing outside of these is touched.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'
import { PgBoss } from 'pg-boss'

import { prepareRuntimeRole, setRuntimeRole } from './runtime-role.ts'
import {
  type AppliedFile,
  isTableFile,
  newerRelease,
  release,
  releaseFiles,
  type ReleaseFiles,
  type SqlFile,
} from './schema-files.ts'
import { keepAlive, timeLimits } from './sql.ts'

/** Any number, the same in every version: two that start at once take turns. */
const migration_lock = 7_263_548_201
/** A statement that waits for a table holds up those behind it: rather fail, and be started again. */
const lock_timeout = '10s'

const runtime_file = join(import.meta.dirname, 'runtime.sql')

/** The one database, as its owner and as the role that the API works as (docs/operating-guide.md). */
export type DatabaseUrls = { owner_url: string; runtime_url: string }

/**
 * Applies what is missing, in one transaction: a migration that fails leaves nothing of Fiel's own schema. Throws one
 * sentence when a file that was applied has been changed or is gone: history is added to, never edited.
 */
export async function migrate(
  { owner_url, runtime_url }: DatabaseUrls,
  folder?: string,
): Promise<void> {
  const files = await releaseFiles(folder)
  const client = new pg.Client({
    connectionString: owner_url,
    connectionTimeoutMillis: timeLimits.connect_ms,
    // No time limit for a statement: a large table takes as long as it takes.
    ...keepAlive,
  })
  await client.connect()
  try {
    const role = await prepareRuntimeRole(client, runtime_url)
    await client.query('begin')
    await client.query('set local search_path = fiel')
    await client.query('select pg_advisory_xact_lock($1)', [migration_lock])
    await client.query(`set local lock_timeout = '${lock_timeout}'`)
    await refuseForeign(client)
    const applied = await appliedFiles(client)
    refuseNewer(files, applied)
    await applyTables(client, files.tables, applied)
    await foretellStatistics(client)
    await applyFunctions(client, files.functions, applied)
    await installJobs(owner_url, { createSchema: !(await hasSchema(client, 'pgboss')) })
    const grants = await readFile(runtime_file, 'utf8')
    await client.query(grants.replaceAll(':"runtime"', pg.escapeIdentifier(role)))
    // Under the lock: PostgreSQL refuses to change a role's settings twice at once.
    await setRuntimeRole(runtime_url)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** No release can upgrade it. */
export class OlderDatabase extends Error {}

/** Throws one sentence where it would meet what Fiel has not made, or what a version before 0.2.0 has. */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_older: boolean; is_foreign: boolean }>(
    `select to_regclass('public.schema_file') is not null
            and to_regclass('public.points_record') is not null as is_older,
            to_regclass('fiel.schema_file') is null
            and exists (select from pg_class where relnamespace = to_regnamespace('fiel')
                         union all
                        select from pg_proc where pronamespace = to_regnamespace('fiel')) as is_foreign`,
  )
  if (rows[0]!.is_older) {
    throw new OlderDatabase(
      'This database was made by a version before 0.2.0, which cannot be upgraded: use an empty one.',
    )
  }
  if (rows[0]!.is_foreign) {
    throw new Error("This database has a schema 'fiel' that Fiel did not make: use another one.")
  }
}

/** Makes the schema where it is missing. */
async function appliedFiles(client: pg.Client): Promise<AppliedFile[]> {
  if (!(await hasSchema(client, 'fiel'))) await client.query('create schema fiel')
  await client.query(
    `create table if not exists schema_file (
       name       text        primary key,
       hash       text        not null,
       release    text        not null,  -- that applied it
       applied_at timestamptz not null default now()
     )`,
  )
  return (await client.query<AppliedFile>('select name, hash, release from schema_file')).rows
}

/** "Create schema if not exists" wants the right to make schemas also where there is one. */
async function hasSchema(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [name])
  return rows.length > 0
}

/** An older release never replaces a newer release's functions. */
function refuseNewer(files: ReleaseFiles, applied: AppliedFile[]): void {
  const newer = newerRelease(files, applied)
  if (newer) {
    throw new Error(
      `The database has the schema of Fiel ${newer}, and this is ${release}: migrate with Fiel ${newer}.`,
    )
  }
}

async function applyTables(
  client: pg.Client,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<void> {
  for (const { name } of applied) {
    if (isTableFile(name) && !files.some((file) => file.name === name)) {
      throw new Error(
        `The database has ${name} applied, which this version lacks: start a version that has it.`,
      )
    }
  }
  for (const file of files) {
    const known = applied.find(({ name }) => name === file.name)
    if (!known) {
      await client.query(file.text)
      await remember(client, file)
    } else if (known.hash !== file.hash) {
      throw new Error(
        `${file.name} was changed after it was applied: restore it, and put the change into a new file.`,
      )
    }
  }
}

/**
 * Tells PostgreSQL what each new table will be like: many rows of few companies. Every key begins with company_id, and to a
 * planner that knows nothing of an empty table one such index is as good as another; a connection keeps the plan, foreign
 * keys' checks too, while the table fills: 320 generations a second instead of 6,400, until the first analyze.
 */
async function foretellStatistics(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_restore_attribute_stats(
              'schemaname', 'fiel', 'relname', relname::text, 'attname', 'company_id', 'inherited', false,
              'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 2::real)
       from pg_class
       join pg_attribute on attrelid = pg_class.oid and attname = 'company_id'
      where relnamespace = 'fiel'::regnamespace
        and relkind = 'r'
        and reltuples < 0`,
  )
}

/**
 * All files when one has changed: functions lean on each other's types. What is there is dropped first, so that a file
 * says only what is, and a function that it no longer holds is gone.
 */
async function applyFunctions(
  client: pg.Client,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<void> {
  const known = applied.filter(({ name }) => !isTableFile(name))
  const isKnown = ({ name, hash }: SqlFile) =>
    known.some((one) => one.name === name && one.hash === hash)
  if (known.length === files.length && files.every(isKnown)) return
  await client.query(drop_functions)
  await client.query('delete from schema_file where name = any($1)', [
    known.map(({ name }) => name),
  ])
  // A body may name functions of a later file.
  await client.query('set local check_function_bodies = off')
  for (const file of files) {
    await client.query(file.text)
    await remember(client, file)
  }
}

const drop_functions = `
do $$
declare
  dropped text;
begin
  for dropped in
    select format('drop routine if exists %s cascade', oid::regprocedure)
      from pg_proc
     where pronamespace = 'fiel'::regnamespace
     union all
    select format('drop type if exists %s cascade', pg_class.oid::regclass)
      from pg_class
     where relnamespace = 'fiel'::regnamespace
       and relkind = 'c'
  loop
    execute dropped;
  end loop;
end
$$`

async function remember(client: pg.Client, { name, hash }: SqlFile): Promise<void> {
  await client.query('insert into schema_file (name, hash, release) values ($1, $2, $3)', [
    name,
    hash,
    release,
  ])
}

/** The queue's own schema, which it migrates itself, in transactions of its own. */
async function installJobs(owner_url: string, options: { createSchema: boolean }): Promise<void> {
  const boss = new PgBoss({
    ...options,
    connectionString: owner_url,
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}
