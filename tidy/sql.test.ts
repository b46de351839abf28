import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { transientErrors } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'
import { rows, sql } from '#database/sql.ts'

import { read, source } from './source.ts'

describe('the statements', () => {
  test('every statement about a company’s rows names the company [D2]', () => {
    // As the migrations make them; of a company's own row its key is the company's.
    const migrations = source.filter((file) => /^database\/schema\/\w+\.sql$/.test(file))
    const made = migrations.flatMap((file) =>
      [...read(file).matchAll(/^create table (\w+)/gm)].map(([, table]) => table!),
    )
    expect(made).toContain('points_record')
    const tables = new RegExp(
      `\\b(?:from|join|update|into)\\s+(${made.filter((table) => table !== 'company').join('|')})\\b`,
    )
    const statements = source
      .filter(
        (file) =>
          /^(api|engine)\//.test(file) &&
          file.endsWith('.ts') &&
          !/\.test\.ts$|^api\/testing\//.test(file),
      )
      .flatMap((file) =>
        [...read(file).matchAll(/sql`([^`]*)`/g)].map(([, text]) => ({ file, text: text! })),
      )
    expect(statements.length).toBeGreaterThan(20)
    // As a condition or a value, not only as what is read.
    const named = /\b(where|on|and|using|values|into)\b[^`]*company_id/
    const nameless = statements.filter(({ text }) => tables.test(text) && !named.test(text))
    expect(nameless.map(({ file }) => file).toSorted()).toEqual([
      'api/company/lookup.ts', // which company a host name is, is asked before any is known
      'api/secret/sealed-database.ts', // the secret is that of all companies: its proof is kept
      'api/secret/sealed-database.ts', // and read
    ])
  })
})

describe('the engine’s SQL', async () => {
  const world = await createWorld()
  const created = source
    .filter((file) => /^engine\/.*\.sql$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^create function (\w+)/gm)])
    .map(([, name]) => name!)
  /** `arguments`: the name and type of each, those of a result left out. `composites`: the types of all, those of tables. */
  const functions = await rows<{
    name: string
    language: string
    body: string
    arguments: string[]
    of_tables: string[]
  }>(
    world.database,
    sql`select proname as name, lanname as language, prosrc as body,
               array(select coalesce(proargnames[place], '') || ' ' || format_type(type, null)
                       from unnest(proargtypes::oid[]) with ordinality as one (type, place)) as arguments,
               array(select format_type(used.type, null)
                       from unnest(proargtypes::oid[] || coalesce(proallargtypes, '{}') || prorettype) used (type)
                       join pg_type given on given.oid = used.type
                       left join pg_type element on element.oid = given.typelem and given.typcategory = 'A'
                       join pg_class on pg_class.oid = coalesce(element.typrelid, given.typrelid)
                      where relkind = 'r') as of_tables
          from pg_proc
          join pg_language on pg_language.oid = prolang
         where pronamespace = 'fiel'::regnamespace
           and proname = any (${created})`,
  )

  test('the errors that no key stores are those of the contract, and four that Node does not pass on', async () => {
    const [stored] = await rows<{ errors: string[] }>(
      world.database,
      sql`select unstored_errors() as errors`,
    )
    const internal = ['busy', 'key_busy', 'key_mismatch', 'later']
    expect(stored!.errors.toSorted()).toEqual([...transientErrors, ...internal].toSorted())
  })

  test('each limit has the contract’s number', () => {
    const text = read('engine/limits.sql')
    const numbers = text.matchAll(
      /^create function (\w+)\(\) returns integer language sql immutable as \$\$ select (\d+) \$\$;$/gm,
    )
    expect(
      Object.fromEntries([...numbers].map(([, name, number]) => [name, Number(number)])),
    ).toEqual(limits)
    expect(text.match(/\bcreate\b/g)).toHaveLength(Object.keys(limits).length)
  })

  test('a function that takes a company takes it first [D19]', () => {
    expect(functions.length).toBeGreaterThan(100)
    const isCompany = (argument: string) => /^p_company_id |^company | programme$/.test(argument)
    const later = functions.filter((one) => one.arguments.slice(1).some(isCompany))
    expect(later.filter((one) => !isCompany(one.arguments[0]!)).map(({ name }) => name)).toEqual([])
    expect(functions.filter((one) => isCompany(one.arguments[0] ?? '')).length).toBeGreaterThan(50)
  })

  test('no function takes or returns the row type of a table [D19]', () => {
    const of_rows = functions.filter(({ of_tables }) => of_tables.length > 0)
    expect(of_rows.map(({ name }) => name)).toEqual([])
  })

  // On Citus only a PL/pgSQL function is sent to the company's worker as a whole.
  test('a function in the language SQL reads no table [D19]', async () => {
    const tables = await rows<{ name: string }>(
      world.database,
      sql`select relname as name
            from pg_class
           where relnamespace = 'fiel'::regnamespace
             and relkind in ('r', 'p', 'v')`,
    )
    const reads = new RegExp(
      `\\b(from|join|into|update)\\s+(${tables.map(({ name }) => name).join('|')})\\b(?!\\s*\\()`,
    )
    const readers = functions.filter(({ language, body }) => language === 'sql' && reads.test(body))
    expect(readers.map(({ name }) => name)).toEqual([])
    expect(
      functions.filter(({ language, body }) => language !== 'sql' && reads.test(body)).length,
    ).toBeGreaterThan(20)
  })
})
