import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { personalData } from '#contract/person/personal-data.ts'
import { tablesWithoutPersons } from '#contract/person/tables-without-persons.ts'
import { rows, sql } from '#database/sql.ts'

/** Types that hold no text. A column of any other type is named in the map. */
const numbers = new Set([
  'uuid',
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'boolean',
  'timestamp with time zone',
])

type Column = { table: string; name: string; type: string }

/** Columns that the map does not know. */
function unknownIn(columns: Column[]): string[] {
  return columns
    .filter(({ type }) => !numbers.has(type))
    .filter(({ table, name }) => {
      const person = personalData[table]
      const columns = person
        ? [...Object.keys(person.fields), ...person.other]
        : (tablesWithoutPersons[table] ?? [])
      return !columns.includes(name)
    })
    .map(({ table, name }) => `${table}.${name}`)
}

describe('the map of personal data', async () => {
  const world = await createWorld()
  // Partitions have the columns of their table.
  const columns = await rows<Column>(
    world.database,
    sql`select case when nspname = 'fiel' then relname else nspname || '.' || relname end as table,
               attname as name, format_type(atttypid, null) as type
          from pg_attribute
          join pg_class on pg_class.oid = attrelid
          join pg_namespace on pg_namespace.oid = relnamespace
         where nspname in ('fiel', 'pgboss')
           and relkind in ('r', 'p', 'v', 'm', 'f')
           and not relispartition
           and attnum > 0
           and not attisdropped`,
  )

  test('the map of personal data has every column of every table that could hold text [D16]', () => {
    expect(columns.length).toBeGreaterThan(300)
    expect(unknownIn(columns)).toEqual([])
  })

  test('the map of personal data names no missing column, and no column twice [D16]', () => {
    const listedColumns = [
      ...Object.entries(personalData).flatMap(([table, { fields, other }]) =>
        [...Object.keys(fields), ...other].map((name) => `${table}.${name}`),
      ),
      ...Object.entries(tablesWithoutPersons).flatMap(([table, names]) =>
        names.map((name) => `${table}.${name}`),
      ),
    ]
    const stored = new Set(columns.map(({ table, name }) => `${table}.${name}`))
    expect(listedColumns.filter((name) => !stored.has(name))).toEqual([])
    expect(new Set(listedColumns).size).toBe(listedColumns.length)
  })

  test('the map of personal data has each table with a customer_id, except seven of figures and ids [D16]', () => {
    const ofCustomers = columns
      .filter(({ name }) => name === 'customer_id')
      .map(({ table }) => table)
      // These tables hold only figures and ids.
      .filter(
        (table) =>
          ![
            'balance',
            'hold',
            'lot',
            'moved_lot',
            'prize_favorite',
            'promotion_activation',
            'record_head_entry',
          ].includes(table),
      )
    expect(ofCustomers.length).toBeGreaterThan(10)
    expect(ofCustomers.filter((table) => !personalData[table])).toEqual([])
  })

  test('the map of personal data says why an erasure keeps or the export withholds a field [D16]', () => {
    const reasons = Object.values(personalData).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ erasure, withheld }) => [
        ...(typeof erasure === 'object' ? [erasure.kept] : []),
        ...(withheld === null ? [] : [withheld]),
      ]),
    )
    expect(reasons.length).toBeGreaterThan(20)
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([])
    // The export must contain no secret except the codes of the person's own vouchers.
    const shown = Object.entries(personalData).flatMap(([table, { fields }]) =>
      Object.entries(fields)
        .filter(([, { kind, withheld }]) => kind === 'secret' && withheld === null)
        .map(([name]) => `${table}.${name}`),
    )
    expect(shown).toEqual(['voucher.sealed_code'])
  })

  test.each([
    ['customer', 'nickname', 'text', ['customer.nickname']],
    ['customer', 'tags', 'text[]', ['customer.tags']],
    ['customer', 'device', 'inet', ['customer.device']],
    ['balance', 'note', 'character varying', ['balance.note']],
    ['a_new_table', 'data', 'jsonb', ['a_new_table.data']],
    ['a_new_table', 'amount', 'bigint', []],
    ['customer', 'email', 'text', []],
  ])('the rule of personal data sees a new column: %s.%s %s', (table, name, type, unknown) => {
    expect(unknownIn([{ table, name, type }])).toEqual(unknown)
  })
})
