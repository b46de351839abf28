/**
 * Brings a database to this release's schema. Numbered files create tables, each once; functions are created again whenever
 * one changed. Fiel uses PostgreSQL's schema `fiel`, its job queue uses `pgboss`, and BI tools read views in `report`. The migration
 * changes no other schema.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { backFillsIn, registerBackFill, requireBackFills } from './back-fill/back-fill.ts'
import { prepareRuntimeRole, refuseOldServer, setRuntimeRole } from './runtime-role.ts'
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

/** The key of the lock by which concurrent migrations and distributions run one after the other. The same in every version. */
export const migrationLock = 7_263_548_201
/** A statement that waits for a table lock blocks every statement behind it. Fail instead, and let an operator retry. */
const lock_timeout = '10s'
/**
 * The settings of pg-boss's connection, which migrates the schema of the job queue. They are the same lock_timeout, and a setting
 * that keeps the queue on the coordinator of Citus. PostgreSQL without Citus ignores the second setting.
 */
const queueSession = {
  options: `-c lock_timeout=${lock_timeout} -c citus.enable_ddl_propagation=off`,
}

const runtimeFile = join(import.meta.dirname, 'runtime.sql')

/** The URLs of one database: with its owner's role and with the API's role (docs/operating-guide.md). */
export type DatabaseUrls = { ownerUrl: string; runtimeUrl: string }

/**
 * Applies the missing files in one transaction, so a migration that fails leaves nothing in schema `fiel`. Throws
 * `OtherTables` when an applied file was changed or removed: applied files are never edited.
 */
export async function migrate(
  { ownerUrl, runtimeUrl }: DatabaseUrls,
  folder?: string,
): Promise<void> {
  const files = await releaseFiles(folder)
  const client = new pg.Client({
    connectionString: ownerUrl,
    connectionTimeoutMillis: timeLimits.connect_ms,
    // No time limit for a statement: rewriting a large table may take hours.
    ...keepAlive,
  })
  await client.connect()
  try {
    refuseOldServer(await serverVersion(client))
    const role = await prepareRuntimeRole(client, runtimeUrl)
    await client.query('begin')
    await client.query('set local search_path = fiel')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query(`set local lock_timeout = '${lock_timeout}'`)
    await refuseForeign(client)
    const applied = await appliedFiles(client)
    refuseNewer(files, applied)
    await applyTables(client, {
      files: files.tables,
      applied,
      backFills: await backFillsIn(folder),
    })
    await foretellStatistics(client)
    await applyFunctions(client, files.functions, applied)
    await installJobs(ownerUrl, { createSchema: !(await hasSchema(client, 'pgboss')) })
    const grants = await readFile(runtimeFile, 'utf8')
    await client.query(grants.replaceAll(':"runtime"', pg.escapeIdentifier(role)))
    // Under the advisory lock: PostgreSQL refuses two concurrent changes of a role's settings.
    await setRuntimeRole(runtimeUrl)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  return rows[0]!.version
}

/** The database has tables that this release can neither use nor upgrade. */
export class OtherTables extends Error {
  /** The maker of the tables, such as 'a Fiel before 0.2.0'. The demo prints it when it moves the data aside. */
  readonly madeBy: string

  constructor(message: string, madeBy: string) {
    super(message)
    this.madeBy = madeBy
  }
}

const otherVersion = 'another version of Fiel'

/** Throws one sentence when schema `fiel` holds objects that Fiel did not make, or when a version before 0.2.0 made it. */
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
    throw new OtherTables(
      'This database was made by a version before 0.2.0, which cannot be upgraded: use an empty one.',
      'a Fiel before 0.2.0',
    )
  }
  if (rows[0]!.is_foreign) {
    throw new Error("This database has a schema 'fiel' that Fiel did not make: use another one.")
  }
}

/** The files that this database has applied. Creates schema and table when they are missing. */
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

/** `create schema if not exists` needs the right to create schemas even when the schema exists, so look first. */
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

type Tables = {
  files: SqlFile[]
  applied: AppliedFile[]
  backFills: Awaited<ReturnType<typeof backFillsIn>>
}

async function applyTables(
  client: pg.Client,
  { files, applied, backFills }: Tables,
): Promise<void> {
  for (const { name } of applied) {
    if (isTableFile(name) && !files.some((file) => file.name === name)) {
      throw new OtherTables(
        `The database has ${name} applied, which this version lacks: start a version that has it.`,
        otherVersion,
      )
    }
  }
  for (const file of files) {
    const record = applied.find(({ name }) => name === file.name)
    if (!record) {
      await requireBackFills(client, file)
      await client.query(file.text)
      await remember(client, file)
      await registerBackFill(client, backFills, { file, isNew: applied.length === 0 })
    } else if (record.hash !== file.hash) {
      throw new OtherTables(
        `${file.name} was changed after it was applied: restore it, and put the change into a new file.`,
        otherVersion,
      )
    }
  }
}

/**
 * Gives each new table statistics: many rows of few companies. Every key begins with company_id, so to a planner without
 * statistics all indexes of an empty table cost the same. A connection keeps such a plan while the table fills, also for
 * checks of foreign keys. It then makes 320 earnings a second instead of 6,400, until the first ANALYZE.
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
 * Applies all function files when one has changed, because functions depend on each other's types. Existing functions are
 * dropped first, so a function that was removed from its file is gone.
 */
async function applyFunctions(
  client: pg.Client,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<void> {
  const records = applied.filter(({ name }) => !isTableFile(name))
  const isKnown = ({ name, hash }: SqlFile) =>
    records.some((one) => one.name === name && one.hash === hash)
  if (records.length === files.length && files.every(isKnown)) return
  await client.query(dropFunctions)
  await client.query('delete from schema_file where name = any($1)', [
    records.map(({ name }) => name),
  ])
  // A body may name functions of a later file.
  await client.query('set local check_function_bodies = off')
  for (const file of files) {
    await client.query(file.text)
    await remember(client, file)
  }
}

const dropFunctions = `
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

/** Creates or migrates the job queue's schema. pg-boss does it in its own transactions. */
async function installJobs(ownerUrl: string, options: { createSchema: boolean }): Promise<void> {
  // Load pg-boss here: loading it takes 80 ms, a fifth of the time of a command that migrates nothing.
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    ...options,
    ...queueSession,
    connectionString: ownerUrl,
    max: 1,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}
