import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { withDatabaseName } from '#api/testing/worlds/database-url.ts'

import { runtimeUrl } from './embedded/embedded.ts'
import { type DatabaseUrls, migrate } from './migrate.ts'
import { release } from './schema-files.ts'
import { inSchema } from './sql.ts'

let folder: string
let url: string
let urls: DatabaseUrls

beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await query(inject('postgresql'), `create database ${name}`)
  url = withDatabaseName(inject('postgresql'), name)
  urls = { ownerUrl: url, runtimeUrl: runtimeUrl(url) }
  folder = await mkdtemp(join(tmpdir(), 'migrate-'))
  await cp(join(import.meta.dirname, 'schema'), folder, { recursive: true })
})
afterEach(async () => {
  await query(inject('postgresql'), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await rm(folder, { recursive: true })
})

async function query<Row extends object>(address: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address, ...inSchema })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

test('nodes that start at once on an empty database do not collide, and each file is applied once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrate(urls, folder)))
  const applied = await query<{ name: string }>(url, 'select name from schema_file')
  const names = applied.map(({ name }) => name)
  expect(names.filter((name) => !name.includes('/')).toSorted()).toEqual(
    (await readdir(folder)).toSorted(),
  )
  expect(names).toContain('engine/ledger/record.sql')
})

test('migration file 100 is applied after file 99', async () => {
  await writeFile(join(folder, '100_last.sql'), 'alter table next add column last int')
  await writeFile(join(folder, '99_next.sql'), 'create table next (id int)')
  await migrate(urls, folder)
  expect(await query(url, 'select last from next')).toEqual([])
})

test('an applied migration whose file has changed is refused by name', async () => {
  await migrate(urls, folder)
  await writeFile(join(folder, '02_customer.sql'), 'select 1')
  await expect(migrate(urls, folder)).rejects.toThrow(
    '02_customer.sql was changed after it was applied',
  )
})

test('a migration waits 10 s for a lock, so that it cannot hold up the statements behind it [D20]', async () => {
  const file = `create table shown as select current_setting('lock_timeout') as lock_timeout`
  await writeFile(join(folder, '99_shown.sql'), file)
  await migrate(urls, folder)
  expect(await query(url, 'select lock_timeout from shown')).toEqual([{ lock_timeout: '10s' }])
})

test('a new database has nothing to back-fill [D20]', async () => {
  await writeFile(join(folder, '98_colour.sql'), 'create table colour (name text)')
  await writeFile(join(folder, '98_colour.back-fill.sql'), 'select')
  await writeFile(join(folder, '99_needing.sql'), '-- Needs the back-fill 98_colour.\nselect 1')
  await migrate(urls, folder)
  expect(await query(url, 'select name, ended_at is not null as has_ended from back_fill')).toEqual(
    [{ name: '98_colour', has_ended: true }],
  )
})

test('a new database has no account: no company, customer, staff member or key of a till [D20]', async () => {
  await migrate(urls, folder)
  for (const table of ['company', 'customer', 'staff', 'partner_key', 'session', 'staff_session']) {
    expect(await query(url, `select from ${table}`), table).toEqual([])
  }
})

test('a database of a newer version is refused by name', async () => {
  await migrate(urls, folder)
  await rm(join(folder, '07_points.sql'))
  await expect(migrate(urls, folder)).rejects.toThrow(
    '07_points.sql applied, which this version lacks',
  )
})

test('a migration that fails rolls back its own file and the files before it', async () => {
  await writeFile(join(folder, '99_broken.sql'), 'create table half (id int); select 1 / 0;')
  await expect(migrate(urls, folder)).rejects.toThrow('division by zero')
  expect(await query(url, "select 1 from pg_namespace where nspname = 'fiel'")).toEqual([])
})

test('all functions are created again when one of their files changed, and removed ones are dropped', async () => {
  await migrate(urls, folder)
  await query(
    url,
    'create function of_an_older_version() returns int language sql as $$ select 1 $$',
  )
  await query(url, "update schema_file set hash = 'older' where name = 'engine/ledger/record.sql'")
  await query(url, 'drop function add_entry')
  await migrate(urls, folder)
  expect(await query(url, "select 1 from pg_proc where proname = 'add_entry'")).toHaveLength(1)
  expect(await query(url, "select 1 from pg_proc where proname = 'of_an_older_version'")).toEqual(
    [],
  )
})

test('an older release does not replace the function files of a newer one [D20]', async () => {
  await migrate(urls, folder)
  await query(
    url,
    `update schema_file set hash = 'newer', release = '0.10.0' where name = 'engine/ledger/record.sql'`,
  )
  await expect(migrate(urls, folder)).rejects.toThrow(
    `The database has the schema of Fiel 0.10.0, and this is ${release}: migrate with Fiel 0.10.0.`,
  )
  await query(url, `delete from schema_file where name = 'engine/ledger/record.sql'`)
  await query(url, `insert into schema_file values ('engine/newer.sql', 'newer', '0.10.0')`)
  await expect(migrate(urls, folder)).rejects.toThrow('the schema of Fiel 0.10.0')
})

test('a function file that the release removed is deleted from schema_file', async () => {
  await migrate(urls, folder)
  await query(url, `insert into schema_file values ('api/gone.sql', 'older', '0.0.9')`)
  await migrate(urls, folder)
  expect(await query(url, `select name from schema_file where name = 'api/gone.sql'`)).toEqual([])
})

/** Another application's objects in `schema`: a table, and a function and a composite type with names that Fiel uses too. */
function neighbour(schema: string): string {
  return `create table ${schema}.customer (id int);
          create type ${schema}.notice as (amount int);
          create function ${schema}.write_changes() returns ${schema}.notice language sql as 'select row(1)::${schema}.notice'`
}

test('a migration leaves tables, types and functions of another application in public alone', async () => {
  await query(url, neighbour('public'))
  await migrate(urls, folder)
  await query(url, "update schema_file set hash = 'older' where name = 'engine/ledger/record.sql'")
  await migrate(urls, folder)
  expect(await query(url, 'select amount from public.write_changes()')).toEqual([{ amount: 1 }])
  const relations = `select relname as name from pg_class where relnamespace = 'public'::regnamespace
                union all select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`
  expect(await query(url, relations)).toEqual([
    { name: 'customer' },
    { name: 'notice' },
    { name: 'write_changes' },
  ])
})

test('a migration refuses a schema fiel with foreign objects, and changes nothing', async () => {
  await query(url, `create schema fiel; ${neighbour('fiel')}`)
  await expect(migrate(urls, folder)).rejects.toThrow("a schema 'fiel' that Fiel did not make")
  expect(await query(url, 'select amount from fiel.write_changes()')).toEqual([{ amount: 1 }])
})

test('a migration uses an empty schema fiel that an administrator made', async () => {
  await query(url, 'create schema fiel')
  await migrate(urls, folder)
  expect(await query(url, 'select id from points_record')).toEqual([])
})

test('a migration refuses a database of a version before 0.2.0, whose tables are in public', async () => {
  await query(
    url,
    'create table public.schema_file (name text); create table public.points_record (id uuid)',
  )
  await expect(migrate(urls, folder)).rejects.toThrow('made by a version before 0.2.0')
  expect(await query(url, "select 1 from pg_namespace where nspname = 'fiel'")).toEqual([])
})

test('PostgreSQL plans by the keys of a new table before its first ANALYZE', async () => {
  await migrate(urls, folder)
  const planned = await query(
    url,
    `explain (format json) select 1 from points_record
      where company_id = '00000000-0000-0000-0000-000000000000' and id = '00000000-0000-0000-0000-000000000000'`,
  )
  expect(JSON.stringify(planned)).toContain('"Index Name":"points_record_pkey"')
})
