import { dirname } from 'node:path'

import { describe, expect, test } from 'vitest'

import { owners } from '#database/owners.ts'

import { usesOf } from './queries.ts'
import { callsOf, created, type Statement, statements, tables } from './statements.ts'

/** The owner that a file belongs to, such as 'engine' or 'api/prize'; 'api' for a loose file. A folder `upper` gives its owner. */
function folderOf(file: string): string {
  const [top, name] = dirname(file).split('/')
  const folder = top === 'api' && name !== undefined ? `api/${name}` : top!
  return Object.keys(owners).find((owner) => owners[owner]!.upper === folder) ?? folder
}

function ownerOf(table: string): string | undefined {
  return Object.keys(owners).find((owner) => owners[owner]!.tables.includes(table))
}

/** The uses of another folder's tables by a statement. The audit may read all tables, because it checks all writes. */
function crossings({ file, name, text }: Statement): string[] {
  return (
    usesOf(text)
      .filter(({ isWrite }) => isWrite || !file.startsWith('engine/audit/'))
      // The table of pg-boss's jobs is left out: it has no owner.
      .filter(({ table }) => tables.has(table) && ownerOf(table) !== folderOf(file))
      .map(
        ({ table, isWrite }) =>
          `${file} ${name} ${isWrite ? 'writes' : 'reads'} ${table} of ${ownerOf(table)}`,
      )
  )
}

/** The SQL functions of other folders that a statement calls. */
function callsAcross({ file, text }: Statement): string[] {
  return callsOf(text).filter((name) => folderOf(created.get(name)!) !== folderOf(file))
}

describe('tables and SQL functions', () => {
  test('each table is in the list of exactly one owner', () => {
    const owned = Object.values(owners).flatMap((owner) => owner.tables)
    expect(owned.toSorted()).toEqual([...tables].toSorted())
  })

  test('a statement reads or writes only tables of its own folder; the audit reads all', () => {
    expect(statements.length).toBeGreaterThan(400)
    expect(statements.flatMap(crossings)).toEqual([])
  })

  test('a SQL function that another folder calls is listed beside its owner, and no other is', () => {
    const calledFunctions = [...new Set(statements.flatMap(callsAcross))].map(
      (name) => `${folderOf(created.get(name)!)} ${name}`,
    )
    const declaredFunctions = Object.entries(owners).flatMap(([owner, { functions }]) =>
      functions.map((name) => `${owner} ${name}`),
    )
    expect(declaredFunctions.toSorted()).toEqual(calledFunctions.toSorted())
  })
})

describe('the rule of owners', () => {
  const found = (text: string) =>
    crossings({ file: 'api/prize/stored/prize.sql', name: 'f', text }).map((line) =>
      line.replace('api/prize/stored/prize.sql f ', ''),
    )

  test.each([
    ['select 1 from voucher v join prize on true', ['reads voucher of api/voucher']],
    ['select 1 from prize, fiel.lot where true', ['reads lot of engine']],
    ['insert into balance (company_id) values ($1)', ['writes balance of engine']],
    ['update balance b set amount = 0', ['writes balance of engine']],
    ['delete from only level using prize', ['writes level of api/level']],
    ['with a as (select 1 from hold) select 1 from a', ['reads hold of engine']],
    ['perform 1; x := array(select id from lot order by id)', ['reads lot of engine']],
    [
      'select 1 from prize where id in (select prize_id from voucher)',
      ['reads voucher of api/voucher'],
    ],
    ['select 1 from prize for no key update', []],
    ['select a is distinct from hold.b from stored_prize($1, $2) hold', []],
    ['insert into prize (id) values ($1) on conflict do update set id = 1', []],
  ])(
    'the rule of owners finds the use of another owner’s tables or functions: %s',
    (text, uses) => {
      expect(found(text)).toEqual(uses)
    },
  )
})
