/** The house rules that lint cannot say (docs/decisions, style.md). An exception is listed here, and fails once it is not needed. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { endpoints } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import { refusals, transient_refusals } from '#contract/refusal.ts'
import { rows, sql } from '#database/sql.ts'

import { missingPackages, readLock } from './scripts/complete-lock.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(`${import.meta.dirname}/${file}`))

const source = files.filter(
  (file) => /\.(ts|tsx|cjs|css|sql)$/.test(file) && file !== 'tidy.test.ts',
)
const tests = source.filter((file) => /\.(test|spec)\.ts$/.test(file))
const read = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8')

describe('names', () => {
  test('no drawer: no folder or file is called after nothing in particular', () => {
    const drawer =
      /^(utils?|helpers?|common|lib|services?|managers?|types|hooks|misc|shared|base|data)$/i
    const drawers = files.flatMap((file) => [
      ...dirname(file).split('/'),
      basename(file).split('.')[0]!,
    ])
    expect(drawers.filter((name) => drawer.test(name))).toEqual([])
  })

  test('components are PascalCase.tsx, everything else is kebab-case', () => {
    const odd = source.filter((file) => {
      const name = basename(file).replace(
        /(\.module)?(\.test|\.spec|\.race\.test|\.model\.test|\.config)?\.\w+$/,
        '',
      )
      if (file.startsWith('database/schema/')) return !/^\d{2,}_[a-z_]+$/.test(name)
      if (file.startsWith('portal/') && /^[A-Z]/.test(name)) return !/^[A-Z][A-Za-z]+$/.test(name)
      return !/^[a-z][a-z0-9-]*(\.d)?$/.test(name)
    })
    expect(odd.filter((file) => file !== 'portal/text/pt-BR.ts')).toEqual([])
  })

  test('one word is a slice in every room: a folder of api and portal is a word of the contract’s', () => {
    const rooms = files
      .filter((file) => /^(api|portal)\/[^/]+\//.test(file))
      .map((file) => file.split('/')[1]!)
    const words = files
      .filter((file) => file.startsWith('contract/'))
      .map((file) => basename(file).split('.')[0]!)
    // Folders of the process, below and above the slices.
    const process = ['context', 'http', 'log', 'secret', 'server', 'page']
    const own = [...process, 'testing', 'partner', 'mail', 'app', 'ui', 'text', 'dashboard']
    const known = new Set([...words, ...own])
    expect([...new Set(rooms)].filter((room) => !known.has(room))).toEqual([])
  })
})

describe('rooms', () => {
  test('the replay only proves: no file outside the audit uses it, but for the nightly job and tests', () => {
    const replay = /#engine\/audit\/|\b(replay_input|holds_at)\(/
    const users = source.filter(
      (file) =>
        !tests.includes(file) &&
        !/^(engine\/audit|api\/testing)\//.test(file) &&
        replay.test(read(file)),
    )
    expect(users).toEqual(['api/jobs.ts'])
  })
})

/** The lines that count: neither blank nor a comment. */
const lengthOf = (lines: string[]) =>
  lines.filter((line) => line.trim() && !/^\s*(\/\/|\/?\*|--)/.test(line)).length

// The linter measures TypeScript. A list of exceptions is compared as a whole, so that it can only shrink.
describe('sizes', () => {
  const max_function_lines = 70
  const max_file_lines = 400
  const sqlFiles = source.filter((file) => file.endsWith('.sql'))

  /** The functions that a file creates with a body in dollar quotes. */
  function sqlFunctions(file: string) {
    const created =
      /^create (?:or replace )?(?:function|procedure) ([\w.]+)[\s\S]*?(\$\w*\$)([\s\S]*?)\2/gm
    return [...read(file).matchAll(created)].map(([, name, , body]) => ({
      name: `${file} ${name}`,
      lines: lengthOf(body!.split('\n')),
    }))
  }

  test('the body of a SQL function has at most 70 lines', () => {
    const functions = sqlFiles.flatMap(sqlFunctions)
    const created = sqlFiles.flatMap((file) => [
      ...read(file).matchAll(/\bcreate (?:or replace )?(?:function|procedure)\b/g),
    ])
    expect(functions).toHaveLength(created.length)
    const long = functions.filter(({ lines }) => lines > max_function_lines)
    expect(long.map(({ name }) => name)).toEqual([])
  })

  test('a SQL file has at most 400 lines', () => {
    const long = sqlFiles.filter((file) => read(file).trimEnd().split('\n').length > max_file_lines)
    expect(long.toSorted()).toEqual([])
  })

  test('a verb of the engine has at most 120 lines, and its ledger 300 together', () => {
    const lines = (folder: string) =>
      sqlFiles
        .filter((file) => file.startsWith(folder))
        .map((file) => read(file).trimEnd().split('\n').length)
    expect(Math.max(...lines('engine/verbs/'))).toBeLessThanOrEqual(120)
    expect(lines('engine/ledger/').reduce((sum, count) => sum + count)).toBeLessThanOrEqual(300)
  })

  test('the ledger knows no level, notice, webhook or voucher', () => {
    const others = /\b(level|notice|notification|webhook|voucher)/i
    const ledger = sqlFiles.filter((file) => file.startsWith('engine/ledger/'))
    expect(ledger.filter((file) => others.test(read(file)))).toEqual([])
  })

  test('each SQL function is called by another statement', () => {
    const text = source
      .filter((file) => !tests.includes(file))
      .map(read)
      .join('\n')
    const names = sqlFiles.flatMap(sqlFunctions).map(({ name }) => name.split(' ')[1]!)
    const unused = names.filter((name) => text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2)
    expect(unused).toEqual([])
  })

  /** The lines of each function with braces. The formatter indents a closing brace like the line that opens it. */
  function testFunctions(file: string) {
    const lines = read(file).split('\n')
    return lines.flatMap((line, at) => {
      const isFunction = /(=>|\)(: .+)?) \{$/.test(line)
      const isOther = /^\s*(\} (else|catch)|if|for|while|switch|(test\.)?describe)\b/.test(line)
      if (!isFunction || isOther) return []
      const indent = /^ */.exec(line)![0]
      const length = lines.slice(at + 1).findIndex((next) => next.startsWith(`${indent}}`)) + 2
      return [{ file, lines: lengthOf(lines.slice(at, at + length)) }]
    })
  }

  // The linter would measure the callback of describe(), which holds tests, so it leaves the test files to this test.
  test('a function in a test file has at most 70 lines', () => {
    const functions = tests.flatMap(testFunctions)
    expect(functions.length).toBeGreaterThan(1_000)
    const long = functions.filter(({ lines }) => lines > max_function_lines)
    expect([...new Set(long.map(({ file }) => file))].toSorted()).toEqual([
      'api/intention/scenario.test.ts',
    ])
  })
})

describe('packages', () => {
  test('the lock file names every optional package, so that npm ci accepts it', async () => {
    // When this fails: npm run lock.
    expect(missingPackages(await readLock())).toEqual([])
  })
})

describe('text', () => {
  test('no promise is left in the code: nothing to do, skip or repair later', () => {
    const promises =
      /\b(TODO|FIXME|HACK|XXX)\b|@ts-(ignore|nocheck|expect-error)|(oxlint|eslint)-disable|\.(skip|only|todo)\(/
    expect(source.filter((file) => promises.test(read(file)))).toEqual([])
  })

  test('Portuguese is written in contract/, portal/text/, the mails’ and the demo till’s text and the companies’ files, nowhere else', () => {
    const portuguese = /['"`>][^'"`<]*[ãõçáéíóúâêôà][^'"`<]*['"`<]/i
    // The demo prints the café's name.
    const exceptions = new Set(['api/demo.ts'])
    const elsewhere = source.filter(
      (file) =>
        /^(api|portal)\//.test(file) &&
        !/\.test\.ts$|\.sql$|^portal\/text\/|^api\/mail\/text\.ts$|^api\/partner\/demo-till-text\.ts$|^api\/testing\//.test(
          file,
        ) &&
        portuguese.test(read(file)),
    )
    expect(elsewhere.filter((file) => !exceptions.has(file))).toEqual([])
  })

  test('no colour is written outside the theme and the tokens', () => {
    const colour = /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i
    const styles = source.filter((file) => file.endsWith('.css') && !file.endsWith('/tokens.css'))
    expect(styles.filter((file) => colour.test(read(file)))).toEqual([])
  })
})

describe('the contract', () => {
  const tested = tests.map(read).join('\n')

  // TypeScript does not report a key that two spread tables have; the later one would win.
  test('no two tables of endpoints have the same key', () => {
    const keys = files
      .filter((file) => /^contract\/.*endpoints\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/^  '([A-Z]+ \/[^']*)': \{$/gm)])
      .map(([, key]) => key!)
    expect(keys.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  })

  test.each(Object.keys(endpoints))('%s is named by a test', (key) => {
    // Not as the beginning of another: GET /customer of GET /customer/balance.
    const literal = key.replaceAll(/[/{}]/g, '\\$&')
    expect(tested).toMatch(new RegExp(`${literal}(?![\\w/{-])`))
  })

  test('every refusal that an endpoint declares is provoked by a test', () => {
    const declared = new Set(
      Object.values(endpoints).flatMap((endpoint): readonly string[] => endpoint.refusals),
    )
    expect([...declared].filter((type) => !new RegExp(`\\b${type}\\b`).test(tested))).toEqual([])
  })

  test('no refusal is listed that nothing can say', () => {
    const said = source
      .filter((file) => !tests.includes(file) && file !== 'contract/refusal.ts')
      .map(read)
      .join('\n')
    // The portal says these by their status, to answers that come from a proxy.
    const byStatus = ['not_implemented']
    const silent = Object.keys(refusals).filter((type) => !new RegExp(`\\b${type}\\b`).test(said))
    expect(silent).toEqual(byStatus)
  })
})

describe('the schema', async () => {
  const world = await createWorld()

  test('every primary, unique and foreign key of every table begins with company_id [D2]', async () => {
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
      'company.company_slug_key', // the name that commands use, over all companies
      'company_domain.company_domain_hostname_key', // a host name tells the company, so it is asked without one
      'schema_file.schema_file_pkey', // the migrations' own
      'secret_proof.secret_proof_pkey', // one row: the server's secret is that of all companies
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
      'company_domain_hostname_key',
      'company_slug_key',
      'schema_file_pkey',
      'secret_proof_pkey',
    ])
  })

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

  test('points and money are integers: no column of theirs is a fraction, and none floats [D1]', async () => {
    const fractions = await rows(
      world.database,
      sql`select table_name || '.' || column_name as name, data_type as type
            from information_schema.columns
           where table_schema = 'fiel'
             and data_type in ('real', 'double precision', 'numeric')
           order by name`,
    )
    // A rate and a multiplier are decimals, and exact; failures fade with time.
    expect(fractions).toEqual([
      { name: 'attempt.failures', type: 'numeric' },
      { name: 'calculation_rule.rate', type: 'numeric' },
      { name: 'level.multiplier', type: 'numeric' },
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
    expect(stored!.errors.toSorted()).toEqual([...transient_refusals, ...internal].toSorted())
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
