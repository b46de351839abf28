/** Brings a database to this version's schema: tables by numbered files, each once; functions whenever they changed. */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import pg from 'pg'

import { keepAlive, timeLimits } from './sql.ts'

/** Any number, the same in every version: two nodes that start at once take turns. */
const migration_lock = 7_263_548_201

const tables_folder = import.meta.dirname
const runtime_file = join(import.meta.dirname, 'runtime.sql')
/** The files of functions, each in the folder of its word. A file may use what those before it make. */
const function_files = [
  'webhook/webhook.sql',
  'partner/key.sql',
  'partner/look-up.sql',
  'partner/subsidiary.sql',
  'points/deficit.sql',
  'points/recovery.sql',
  'points/hold-end.sql',
  'points/balance.sql',
  'points/ledger.sql',
  'points/hold.sql',
  'points/calculate.sql',
  'points/generate.sql',
  'points/simulate.sql',
  'points/return.sql',
  'points/reverse.sql',
  'points/replay.sql',
  'points/history.sql',
  'notification/notification.sql',
  'customer/profile.sql',
  'level/level.sql',
  'prize/prize.sql',
  'voucher/voucher.sql',
  'voucher/withdraw.sql',
  'promotion/promotion.sql',
  'intention/intention.sql',
  'intention/ask-again.sql',
  'intention/open.sql',
  'intention/capture.sql',
  'intention/decide.sql',
]

/**
 * Applies what is missing, in one transaction: a migration that fails leaves nothing.
 * Throws when a file that was applied has been changed or is gone: history is added to, never edited.
 */
export async function migrate(url: string, folder: string = tables_folder): Promise<void> {
  const files = await sqlFiles(folder)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeLimits.connect_ms,
    // No time limit for a statement: a large table takes as long as it takes.
    ...keepAlive,
  })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migration_lock])
    await client.query(
      'create table if not exists schema_file (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; hash: string }>(
      'select name, hash from schema_file order by name',
    )
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
    await applyTables(client, files, applied)
    await foretellStatistics(client)
    await applyFunctions(client, applied)
    await client.query(await readFile(runtime_file, 'utf8'))
    await client.query('commit')
  } finally {
    await client.end()
  }
}

type SqlFile = { name: string; text: string; hash: string }

async function applyTables(
  client: pg.Client,
  files: SqlFile[],
  applied: Map<string, string>,
): Promise<void> {
  for (const name of applied.keys()) {
    if (/^\d{4}_/.test(name) && !files.some((file) => file.name === name)) {
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
              'schemaname', 'public', 'relname', relname::text, 'attname', 'company_id', 'inherited', false,
              'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 2::real)
       from pg_class
       join pg_attribute on attrelid = pg_class.oid and attname = 'company_id'
      where relnamespace = 'public'::regnamespace
        and relkind = 'r'
        and reltuples < 0`,
  )
}

/**
 * All files when one has changed: functions lean on each other's types. What is there is dropped first, so that a file
 * says only what is, and a function that it no longer holds is gone.
 */
async function applyFunctions(client: pg.Client, applied: Map<string, string>): Promise<void> {
  const files = await Promise.all(
    function_files.map((name) => sqlFile(join(import.meta.dirname, '../api', name))),
  )
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
     where pronamespace = 'public'::regnamespace
     union all
    select format('drop type if exists %s cascade', pg_class.oid::regclass)
      from pg_class
     where relnamespace = 'public'::regnamespace
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

async function sqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name))
  return Promise.all(names.toSorted().map((name) => sqlFile(join(folder, name))))
}

async function sqlFile(path: string): Promise<SqlFile> {
  const text = await readFile(path, 'utf8')
  return { name: basename(path), text, hash: createHash('sha256').update(text).digest('hex') }
}
