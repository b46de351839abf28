import { expect, test } from 'vitest'

import { row, sql } from '#api/database/sql.ts'
import { createWorld, newCpf, sale } from '#api/testing/world.ts'

import { audit } from './audit.ts'
import { replay } from './replay.ts'

const made = {
  type_id: 'GNR',
  purchase_value: 10_000,
  reverses_id: null,
  policy: null,
  available_on: null,
  balance_amount: 100,
  balance_value: 90,
  created_at: '2027-01-01T12:00:00Z',
  today: '2027-01-01',
} as const
const records = [
  { ...made, id: 'a', sequence: 1, amount: 100, value: 90, expires_on: '2027-03-10' },
  {
    ...made,
    id: 'b',
    sequence: 2,
    amount: 50,
    value: 45,
    expires_on: null,
    balance_amount: 150,
    balance_value: 135,
  },
  {
    ...made,
    id: 'c',
    sequence: 3,
    amount: 0,
    value: 0,
    expires_on: '2027-03-10',
    balance_amount: 150,
    balance_value: 135,
  },
]

test('D4 a balance is the sum of the lots that are good on the day, through the whole last day', () => {
  expect(replay(records, [], '2027-03-10')).toMatchObject({ amount: 150, value: 135 })
  expect(replay(records, [], '2027-03-11')).toMatchObject({ amount: 50, value: 45 })
})

test('D4 what was received does not expire, and a purchase that earned nothing opens no lot', () => {
  expect(replay(records, [], '2030-01-01')).toMatchObject({ received_amount: 150, sequence: 3 })
  expect(replay(records, [], '2030-01-01').lots.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('D4 the order in which records are read does not matter; one that is missing, or not what the rules make of it, does', () => {
  const { lots: _, ...backwards } = replay(records.toReversed(), [], '2027-03-10')
  expect(replay(records, [], '2027-03-10')).toMatchObject(backwards)
  expect(() => replay([records[0]!, records[2]!], [], '2027-03-10')).toThrow('record 2 is missing')
  const spent = {
    ...made,
    type_id: 'CNS',
    id: 'd',
    sequence: 4,
    amount: -120,
    value: -107,
    expires_on: null,
  } as const
  const right = { ...spent, value: -108, balance_amount: 30, balance_value: 27 }
  expect(replay([...records, right], [], '2027-03-10')).toMatchObject({
    amount: 30,
    value: 27,
    spent_value: 108,
  })
  expect(() => replay([...records, spent], [], '2027-03-10')).toThrow(
    'record 4: value -107, the rules say -108',
  )
})

test('D4 the audit finds every kind of tampering, and repairs none', async () => {
  const world = await createWorld()
  await world.generate(world.cafe, sale(newCpf()))
  await world.generate(world.cafe, sale(newCpf()))
  const clean = await audit(world.database, world.now())
  expect(clean).toEqual({ customers: 2, differences: [] })

  const tampered = [
    sql`update balance set amount = amount + 1 where company_id = ${world.cafe.id}`,
    sql`update balance set received_amount = 0 where company_id = ${world.cafe.id}`,
    sql`update balance set sequence = 9 where company_id = ${world.cafe.id}`,
    sql`update lot set remaining_value = 1 where company_id = ${world.cafe.id}`,
    sql`update lot set expires_at = '2027-01-01T03:00:00Z' where company_id = ${world.cafe.id}`,
    sql`update points_record set amount = 99 where company_id = ${world.cafe.id}`,
  ]
  for (const statement of tampered) {
    const connection = await world.database.connect()
    await connection.query('begin')
    await row(connection, statement)
    expect((await audit(connection, world.now())).differences).toHaveLength(2)
    expect((await audit(connection, world.now())).differences).toHaveLength(2)
    await connection.query('rollback')
    connection.release()
  }
  expect(await audit(world.database, world.now())).toEqual(clean)
})
