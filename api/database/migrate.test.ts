import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { withDatabaseName } from '#api/testing/database-url.ts'

import { migrate } from './migrate.ts'

let folder: string
let url: string

beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await query(inject('postgresql'), `create database ${name}`)
  url = withDatabaseName(inject('postgresql'), name)
  folder = await mkdtemp(join(tmpdir(), 'migrate-'))
  await cp(import.meta.dirname, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  })
})
afterEach(async () => {
  await query(inject('postgresql'), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await rm(folder, { recursive: true })
})

async function query<Row extends object>(address: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

test('nodes that start at once on an empty database do not collide, and each file is applied once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => migrate(url, folder)))
  const applied = await query<{ name: string }>(url, 'select name from schema_file order by name')
  const names = applied.map(({ name }) => name)
  const tables = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).toSorted()
  expect(names.slice(0, tables.length)).toEqual(tables)
  expect(names).toContain('ledger.sql')
})

test('an applied file that was changed is refused by name', async () => {
  await migrate(url, folder)
  await writeFile(join(folder, '0002_customer.sql'), 'select 1')
  await expect(migrate(url, folder)).rejects.toThrow(
    '0002_customer.sql was changed after it was applied',
  )
})

test('a database of a newer version is refused by name', async () => {
  await migrate(url, folder)
  await rm(join(folder, '0003_points.sql'))
  await expect(migrate(url, folder)).rejects.toThrow(
    '0003_points.sql applied, which this version lacks',
  )
})

test('a migration that fails leaves nothing of itself or of those before it', async () => {
  await writeFile(join(folder, '0009_broken.sql'), 'create table half (id int); select 1 / 0;')
  await expect(migrate(url, folder)).rejects.toThrow('division by zero')
  expect(await query(url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([])
})

test('the functions are applied anew when a file of theirs has changed, and no other is left', async () => {
  await migrate(url, folder)
  await query(
    url,
    'create function of_an_older_version() returns int language sql as $$ select 1 $$',
  )
  await query(url, "update schema_file set hash = 'older' where name = 'ledger.sql'")
  await query(url, 'drop function pre_register')
  await migrate(url, folder)
  expect(await query(url, "select 1 from pg_proc where proname = 'pre_register'")).toHaveLength(1)
  expect(await query(url, "select 1 from pg_proc where proname = 'of_an_older_version'")).toEqual(
    [],
  )
})

test('a new table is planned for by its keys, before it has statistics of its own', async () => {
  await migrate(url, folder)
  const planned = await query(
    url,
    `explain (format json) select 1 from points_record
      where company_id = '00000000-0000-0000-0000-000000000000' and id = '00000000-0000-0000-0000-000000000000'`,
  )
  expect(JSON.stringify(planned)).toContain('"Index Name":"points_record_pkey"')
})
