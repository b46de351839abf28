import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { transientErrors } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'
import { rows, sql } from '#database/sql.ts'

import { hasRowLock } from './queries.ts'
import { read, source } from './source.ts'
import { type Statement, statements } from './statements.ts'

describe('the statements', () => {
  const nameOf = ({ file, name }: Statement) => (file.endsWith('.sql') ? `${file} ${name}` : file)

  // Statements that have no place in the lock order of engine/locate/lock.sql, because they skip locked rows and wait for none.
  const skipping = {
    'api/notification/message/message.sql take_messages': 'nodes share the companies with news',
    'api/partner/stored/key-use.sql write_last_use':
      'a hint for people: a key whose row is locked is passed over',
    'api/prize/sealed-pools.ts': 'fiel reseal leaves codes that a till has locked',
    'api/programme/sealed-draft-codes.ts': 'fiel reseal leaves codes that a publication has locked',
    'api/programme/sealed-request-codes.ts':
      'fiel reseal leaves requests that a publication has locked',
    'api/report/fold.sql lock_progress': 'nodes share the companies whose reports are to be folded',
    'api/staff/sealed-totp.ts': 'fiel reseal leaves authenticators that a sign-in has locked',
    'api/voucher/sealed-vouchers.ts': 'fiel reseal leaves vouchers that a till has locked',
    'api/wallet/sealed-credentials.ts':
      'fiel reseal leaves credentials that an application has locked',
    'api/webhook/stored/webhook.sql claim_of_company': 'nodes share the deliveries that are due',
    'database/back-fill/run.ts': 'one node at a time works on a back-fill',
    'engine/idempotency/purge-keys.ts': 'nodes share the keys that are over',
    'engine/idempotency/sealed-outcomes.ts': 'fiel reseal leaves answers that a call has locked',
  }
  const locking = statements.filter(({ text }) => hasRowLock(text))

  test('rows are locked only as the lock order says, or by statements that skip locked rows', () => {
    const ordered = locking.filter((one) => !(nameOf(one) in skipping))
    expect(ordered.map(nameOf).toSorted()).toEqual([
      'api/audit/stored/audit.sql append_audit',
      'api/company-file/version.ts',
      'api/company/stored/company.sql lock_company',
      'api/company/stored/sandbox.sql hold_sandbox',
      'api/credential/sign-in.ts',
      'api/customer/change.ts',
      'api/customer/correct.ts',
      'api/customer/pre-registration.ts',
      'api/customer/stored/block.sql block_customer',
      'api/customer/stored/block.sql hold_unblocked',
      'api/customer/stored/erasure.sql hold_customer',
      'api/customer/stored/erasure.sql lock_person',
      'api/customer/stored/password.sql hold_password',
      'api/customer/stored/password.sql lock_password',
      'api/desk/stored-adjustment-request.ts',
      'api/import/apply.ts',
      'api/import/stored-import.ts',
      'api/import/stored/import.sql drop_import_lines',
      'api/notification/expiry/notices.sql write_notices',
      'api/partner/partner-key.ts',
      'api/partner/stored/key-use.sql lock_keys',
      'api/partner/stored/look-up.sql lock_look_ups',
      'api/prize/stored/stock.sql lock_codes',
      'api/prize/stored/stock.sql lock_prizes',
      'api/programme/stored-draft.ts',
      'api/programme/stored-request.ts',
      'api/promotion/stored/promotion.sql lock_promotions',
      'api/session/generate-token.ts',
      'api/staff/link.ts',
      'api/staff/link.ts',
      'api/staff/members.ts',
      'api/staff/person.ts',
      'api/staff/person.ts',
      'api/staff/person.ts',
      'api/webhook/endpoint.ts',
      'engine/locate/lock.sql lock_balances',
      'engine/stored/balance.sql lock_balance',
    ])
    const [order] = read('engine/locate/lock.sql').split('\n\n')
    const others = ordered.filter(({ file }) => file !== 'engine/locate/lock.sql')
    expect(others.filter(({ file }) => !order!.includes(file)).map(nameOf)).toEqual([])
  })

  test('a statement that is not in the lock order skips locked rows', () => {
    const waiting = /for (?:no key update|update|key share|share)(?! skip locked)|lock table/
    const outside = locking.filter((one) => nameOf(one) in skipping)
    expect(outside.map(nameOf).toSorted()).toEqual(Object.keys(skipping))
    expect(outside.filter(({ text }) => waiting.test(text)).map(nameOf)).toEqual([])
  })

  test.each([
    ['select 1 from lot for update', true],
    ['select 1 from lot for no key update skip locked', true],
    ['select 1 from lot for key share of lot', true],
    ['lock table lot in share mode', true],
    ['insert into lot (id) values ($1) on conflict (id) do update set id = $1', false],
  ])('the rule sees a lock: %s', (text, isLock) => {
    expect(hasRowLock(text)).toBe(isLock)
  })
})

describe('the engine’s SQL', async () => {
  const world = await createWorld()
  const created = source
    .filter((file) => /^engine\/.*\.sql$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^create function (\w+)/gm)])
    .map(([, name]) => name!)
  /** `arguments`: name and type of each argument, without those of a result. `of_tables`: its types that are rows of tables. */
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

  test('no idempotency key stores transient errors, nor the four that stay between SQL and Node', async () => {
    const [stored] = await rows<{ errors: string[] }>(
      world.database,
      sql`select unstored_errors() as errors`,
    )
    const internal = ['busy', 'key_busy', 'key_mismatch', 'later']
    expect(stored!.errors.toSorted()).toEqual([...transientErrors, ...internal].toSorted())
  })

  test('each limit in the engine’s SQL is the contract’s number', () => {
    const text = read('engine/pure/limits.sql')
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
    const ofRows = functions.filter(({ of_tables }) => of_tables.length > 0)
    expect(ofRows.map(({ name }) => name)).toEqual([])
  })

  test('no function of a slice names the row type of a table, also for a variable [D19]', async () => {
    const tables = await rows<{ name: string }>(
      world.database,
      sql`select relname as name from pg_class where relnamespace = 'fiel'::regnamespace and relkind = 'r'`,
    )
    const type = `(?:${tables.map(({ name }) => name).join('|')})`
    const asType = new RegExp(
      `^  \\w+ +${type}(?:\\[\\])?(?:;| :=)|returns (?:setof )?${type}\\b|${type}%rowtype|::${type}\\b`,
      'm',
    )
    const files = source.filter((file) => /^(?:api|engine)\/.*\.sql$/.test(file))
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => asType.test(read(file)))).toEqual([])
    expect('  run       notice_run;').toMatch(asType)
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
