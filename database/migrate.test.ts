import { hash, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** As a version before this one left it: its tables, and no functions or rows but those of `fill`. */
async function migrateUntil(until: string, fill: string): Promise<void> {
  await query(
    url,
    'create table schema_file (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(folder)).toSorted()) {
    if (!/^\d{4}_/.test(name) || name >= until) continue
    const text = await readFile(join(folder, name), 'utf8')
    await query(url, text)
    await query(url, `insert into schema_file values ('${name}', '${hash('sha256', text)}')`)
  }
  // Without the rows that they name.
  await query(url, `set session_replication_role = replica; ${fill}`)
}

test('T16 codes and answers from before they were sealed are kept for the start that seals them, each still once', async () => {
  const uuid = '00000000-0000-7000-8000-00000000000'
  const code = `insert into prize_code (company_id, code, prize_id, position) values ('${uuid}1',`
  await migrateUntil(
    '0019',
    `create type redemption as (refusal text, voucher voucher);
     create function shown(held voucher) returns text language sql as $$ select held.code $$;
     ${code} 'Aa-1', '${uuid}2', 1);
     insert into voucher (company_id, customer_id, prize_id, code, points_amount, record_id, created_at)
       values ('${uuid}1', '${uuid}3', '${uuid}2', 'Aa-1', 1, '${uuid}4', now());
     insert into idempotency values ('${uuid}1', 'customer', '${uuid}3', 'k', '', 201, '{}', '[]', now(), now()),
                                    ('${uuid}1', 'customer', '${uuid}3', 'l', '', 204, '{}', null, now(), now())`,
  )
  await migrate(url, folder)
  for (const table of ['voucher', 'prize_code']) {
    expect(await query(url, `select code_key, plain_code, sealed_code from ${table}`)).toEqual([
      { code_key: Buffer.from('AA1'), plain_code: 'Aa-1', sealed_code: null },
    ])
  }
  expect(
    await query(url, 'select key, plain_body, sealed_body from idempotency order by key'),
  ).toEqual([
    { key: 'k', plain_body: '[]', sealed_body: null },
    { key: 'l', plain_body: null, sealed_body: null },
  ])
  // A process of that version, which does not know that codes are sealed, adds none.
  await expect(query(url, `${code} 'Bb-2', '${uuid}2', 2)`)).rejects.toThrow('"code" of relation')
})

test('rules from before they had keys get one of their name, in the file too, each its own [D13]', async () => {
  const company = '00000000-0000-7000-8000-000000000001'
  const names = ['Óculos & Lentes', 'Oculos lentes', '2x', 'Dia em dobro']
  const id = (at: number) => `00000000-0000-7000-8000-00000000001${at}`
  const rules = names.map(
    (name, at) => `('${company}', '${id(at)}', '${name}', ${at}, 'PERCENTAGE', 1, 0)`,
  )
  const file = JSON.stringify({
    slug: 'antiga',
    calculation_rules: names.map((name) => ({ name, rate: 1 })),
  })
  await migrateUntil(
    '0025_rule_key.sql',
    `insert into company (company_id, slug, file, images, maintenance, time_zone, points_per_real, created_at, applied_at)
       values ('${company}', 'antiga', '${file}', '{}', false, 'America/Sao_Paulo', 100, now(), now());
     insert into calculation_rule (company_id, id, name, position, type, rate, minimum_purchase_value)
       values ${rules.join(', ')}`,
  )
  await migrate(url, folder)
  const kept = await query<{ id: string; key: string }>(
    url,
    'select id, key from calculation_rule order by position',
  )
  expect(kept).toEqual([
    { id: id(0), key: 'oculos-lentes' },
    { id: id(1), key: expect.stringMatching(/^regra-[0-9a-f]{12}$/) },
    { id: id(2), key: expect.stringMatching(/^regra-[0-9a-f]{12}$/) },
    { id: id(3), key: 'dia-em-dobro' },
  ])
  expect(await query(url, "select file -> 'calculation_rules' as rules from company")).toEqual([
    { rules: names.map((name, at) => ({ key: kept[at]!.key, name, rate: 1 })) },
  ])
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
