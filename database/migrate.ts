/**
 * Brings a database to this version's schema: tables by numbered files, each once; functions whenever they changed. All of
 * it is in PostgreSQL's schema `fiel`, and nothing outside of it is touched.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { keepAlive, timeLimits } from './sql.ts'

/** Any number, the same in every version: two nodes that start at once take turns. */
const migration_lock = 7_263_548_201

const root_folder = join(import.meta.dirname, '..')
const tables_folder = join(import.meta.dirname, 'schema')
const runtime_file = join(import.meta.dirname, 'runtime.sql')
/** The files of functions, by their paths from the root. A file may use what those before it make. */
const function_files = [
  'api/webhook/webhook.sql',
  'api/partner/key.sql',
  'api/partner/look-up.sql',
  'api/partner/subsidiary.sql',
  'api/points/deficit.sql',
  'api/points/recovery.sql',
  'api/points/hold-end.sql',
  'api/points/balance.sql',
  'api/points/ledger.sql',
  'api/points/hold.sql',
  'api/points/calculate.sql',
  'api/points/generate.sql',
  'api/points/simulate.sql',
  'api/points/return.sql',
  'api/points/reverse.sql',
  'engine/audit/replay.sql',
  'engine/statement.sql',
  'api/points/history.sql',
  'api/notification/notification.sql',
  'api/customer/profile.sql',
  'api/level/level.sql',
  'api/prize/prize.sql',
  'api/voucher/voucher.sql',
  'api/voucher/withdraw.sql',
  'api/promotion/promotion.sql',
  'api/intention/intention.sql',
  'api/intention/ask-again.sql',
  'api/intention/open.sql',
  'api/intention/capture.sql',
  'api/intention/decide.sql',
]

/**
 * Applies what is missing, in one transaction: a migration that fails leaves nothing.
 * Throws when a file that was applied has been changed or is gone: history is added to, never edited.
 */
export async function migrate(url: string, folder: string = tables_folder): Promise<void> {
  const files = await tableFiles(folder)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeLimits.connect_ms,
    // No time limit for a statement: a large table takes as long as it takes.
    ...keepAlive,
  })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local search_path = fiel')
    await client.query('select pg_advisory_xact_lock($1)', [migration_lock])
    await refuseForeign(client)
    const applied = await appliedFiles(client)
    await applyTables(client, files, applied)
    await foretellStatistics(client)
    await applyFunctions(client, applied)
    await client.query(await readFile(runtime_file, 'utf8'))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Throws one sentence where a start would meet what Fiel has not made, or what a version before 0.2.0 has. */
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
    throw new Error(
      'This database was made by a version before 0.2.0, which cannot be upgraded: use an empty one.',
    )
  }
  if (rows[0]!.is_foreign) {
    throw new Error("This database has a schema 'fiel' that Fiel did not make: use another one.")
  }
}

/** The hash of each applied file, by its name. Makes the schema where it is missing. */
async function appliedFiles(client: pg.Client): Promise<Map<string, string>> {
  const { rows: schemas } = await client.query(`select from pg_namespace where nspname = 'fiel'`)
  // Not "if not exists", for which PostgreSQL wants the right to make schemas also where there is one.
  if (schemas.length === 0) await client.query('create schema fiel')
  await client.query(
    'create table if not exists schema_file (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_file',
  )
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

type SqlFile = { name: string; text: string; hash: string }

async function applyTables(
  client: pg.Client,
  files: SqlFile[],
  applied: Map<string, string>,
): Promise<void> {
  for (const name of applied.keys()) {
    if (table_file.test(name) && !files.some((file) => file.name === name)) {
      throw new Error(
        `The database has ${name} applied, which this version lacks: start a version that has it.`,
      )
    }
  }
  for (const file of files) {
    const hash = applied.get(file.name)
    if (hash === undefined) {
      await client.query(file.text)
      await remember(client, file)
    } else if (hash !== file.hash) {
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
async function applyFunctions(client: pg.Client, applied: Map<string, string>): Promise<void> {
  const files = await Promise.all(function_files.map((name) => sqlFile(root_folder, name)))
  if (files.every(({ name, hash }) => applied.get(name) === hash)) return
  await client.query(drop_functions)
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
  await client.query(
    'insert into schema_file (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()',
    [name, hash],
  )
}

const table_file = /^\d{2,}_\w+\.sql$/

async function tableFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => table_file.test(name))
  names.sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
  return Promise.all(names.map((name) => sqlFile(folder, name)))
}

async function sqlFile(folder: string, name: string): Promise<SqlFile> {
  const text = await readFile(join(folder, name), 'utf8')
  return { name, text, hash: createHash('sha256').update(text).digest('hex') }
}
