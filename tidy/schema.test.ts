import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { files, read } from './source.ts'

describe('the schema', async () => {
  const world = await createWorld()

  test('every primary, unique and foreign key of every table begins with company_id [D2 I13]', async () => {
    const keys = await rows<{ key: string; first: string }>(
      world.database,
      sql`select pg_class.relname || '.' || conname as key, attname as first
            from pg_constraint
            join pg_class on pg_class.oid = conrelid
            join pg_attribute on attrelid = conrelid and attnum = conkey[1]
           where connamespace = 'fiel'::regnamespace
             and contype in ('p', 'u', 'f')`,
    )
    expect(keys.length).toBeGreaterThan(20)
    const exceptions = [
      'back_fill.back_fill_pkey', // a table of the migrations, without rows of companies
      'company.company_slug_key', // a slug names one company of all
      'company_domain.company_domain_hostname_key', // a company is looked up by its host name, before its id is known
      'foreign_key_aside.foreign_key_aside_pkey', // a table of `fiel distribute`, without rows of companies
      'hash_key.hash_key_number_fkey', // the server's secrets serve all companies
      'hash_key.hash_key_pkey',
      'head_key.head_key_pkey', // the server's keys sign for all companies
      'schema_file.schema_file_pkey', // a table of the migrations, too
      'server_secret.server_secret_pkey',
      'server_secret.server_secret_proof_key',
    ]
    const others = keys.filter(({ first }) => first !== 'company_id').map(({ key }) => key)
    expect(others.toSorted()).toEqual(exceptions)
  })

  test('every index begins with company_id [D2]', async () => {
    const indexes = await rows<{ name: string; first: string }>(
      world.database,
      sql`select pg_class.relname as name, attname as first
            from pg_index
            join pg_class on pg_class.oid = indexrelid
            join pg_attribute on attrelid = indrelid and attnum = indkey[0]
           where relnamespace = 'fiel'::regnamespace`,
    )
    const others = indexes.filter(({ first }) => first !== 'company_id').map(({ name }) => name)
    expect(others.toSorted()).toEqual([
      'back_fill_pkey',
      'company_domain_hostname_key',
      'company_slug_key',
      'foreign_key_aside_pkey',
      'hash_key_pkey',
      'head_key_pkey',
      'schema_file_pkey',
      'server_secret_pkey',
      'server_secret_proof_key',
    ])
  })

  test('columns of points and money are integers [D1]', async () => {
    const fractions = await rows(
      world.database,
      sql`select table_name || '.' || column_name as name, data_type as type
            from information_schema.columns
           where table_schema = 'fiel'
             and data_type in ('real', 'double precision', 'numeric')
           order by name`,
    )
    // None of these is points or money: rates and multipliers are exact decimals, and a count of failures fades with time.
    expect(fractions).toEqual([
      { name: 'attempt.failures', type: 'numeric' },
      { name: 'calculation_rule.rate', type: 'numeric' },
      { name: 'level.multiplier', type: 'numeric' },
    ])
  })

  test('a migration writes no rows of tables: a back-fill does it in batches [D20]', () => {
    const writing = files
      .filter((file) => /^database\/schema\/\d+_\w+\.sql$/.test(file))
      .filter((file) => /^ *(insert into|update|delete from) /m.test(read(file)))
    // 19_notice.sql writes one row for each company, and 26_server_secret.sql one row in all. 53_merge_of_two.sql writes the rows of accounts
    // that were merged into themselves: a defect made them, and a company has hardly one.
    const exceptions = ['19_notice.sql', '26_server_secret.sql', '53_merge_of_two.sql']
    expect(writing).toEqual(exceptions.map((name) => `database/schema/${name}`))
  })

  test('a back-fill stands beside its migration, and a migration needs only existing ones [D20]', () => {
    const named = files.flatMap((file) => {
      const [, name] = /^database\/schema\/(\w+)\.back-fill\.sql$/.exec(file) ?? []
      const needs = file.startsWith('database/schema/')
        ? [...read(file).matchAll(/^-- Needs the back-fill (\w+)\.$/gm)].map(([, need]) => need!)
        : []
      return name === undefined ? needs : [name]
    })
    expect(named.filter((name) => !files.includes(`database/schema/${name}.sql`))).toEqual([])
  })
})
