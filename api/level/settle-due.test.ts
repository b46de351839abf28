import { expect, test } from 'vitest'

import { timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { createWorld, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { rows, sql, statementChannel } from '#database/sql.ts'

import { settleDue } from './settle-due.ts'

const world = await createWorld()
const { database } = world

const chain = [
  { name: 'Bronze', trigger_amount: 0 },
  { name: 'Prata', trigger_amount: 1_000 },
  { name: 'Ouro', trigger_amount: 2_000 },
]
const terms = { settings: { levels_system: 'LOOKBACK', update_lookback: 10 }, levels: chain }
let companies = 0
function company(changes: object = {}): Promise<TestCompany> {
  companies += 1
  return world.createCompany(`noite-${companies}`, { ...terms, ...changes })
}

async function earned(shop: TestCompany, amount: number): Promise<string> {
  const { id, document } = await world.registered(shop)
  await world.generate(shop, sale(document, { purchase_value: amount * 100 }))
  return id
}

/** All stored levels of a company and their changes. */
async function storedLevels({ id }: TestCompany) {
  const standing = await rows<{ customer_id: string; level_name: string | null }>(
    database,
    sql`select * from customer_level where company_id = ${id} order by customer_id`,
  )
  const changes = await rows(
    database,
    sql`select customer_id, from_name, to_name, reason, created_at
          from level_change
         where company_id = ${id}
         order by customer_id, id`,
  )
  return { standing, changes }
}

async function names(shop: TestCompany): Promise<(string | null)[]> {
  return (await storedLevels(shop)).standing.map(({ level_name }) => level_name)
}

test('the job settles each company at its own midnight, and only customers who are due [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const [tokyo, recife] = [
    await company({ time_zone: 'Asia/Tokyo' }),
    await company({ time_zone: 'America/Recife' }),
  ]
  await settleDue(database, world.now())
  for (const shop of [tokyo, recife]) {
    await earned(shop, 1_000)
    await earned(shop, 10)
  }
  const before = [await storedLevels(tokyo), await storedLevels(recife)]
  expect(await settleDue(database, new Date('2026-11-10T14:59:59Z'))).toEqual({ settled: 0 })
  expect([await storedLevels(tokyo), await storedLevels(recife)]).toEqual(before)

  // 00:00 of 11/11 in Tokyo.
  expect(await settleDue(database, new Date('2026-11-10T15:00:00Z'))).toEqual({ settled: 1 })
  expect(await names(tokyo)).toEqual(['Bronze', 'Bronze'])
  expect(await storedLevels(recife)).toEqual(before[1])
  expect(await settleDue(database, new Date('2026-11-11T03:00:00Z'))).toEqual({ settled: 1 })
  expect(await names(recife)).toEqual(['Bronze', 'Bronze'])
  expect(await settleDue(database, new Date('2027-11-11T03:00:00Z'))).toEqual({ settled: 0 })
})

test('the job settles a customer on the day of the first possible fall, and again on the next [D6]', async () => {
  world.moveClock('2026-10-01T12:00:00Z')
  const shop = await company()
  await settleDue(database, world.now())
  const { document } = await world.registered(shop)
  for (const [day, amount] of [
    ['01', 1_000],
    ['02', 500],
    ['03', 600],
  ] as const) {
    world.moveClock(`2026-10-${day}T12:00:00Z`)
    await world.generate(shop, sale(document, { purchase_value: amount * 100 }))
  }
  const run = async (at: string) => [await settleDue(database, new Date(at)), await names(shop)]
  expect(await run('2026-10-11T02:59:59Z')).toEqual([{ settled: 0 }, ['Ouro']])
  expect(await run('2026-10-11T03:00:00Z')).toEqual([{ settled: 1 }, ['Prata']])
  expect(await run('2026-10-11T23:00:00Z')).toEqual([{ settled: 0 }, ['Prata']])
  expect(await run('2026-10-12T03:00:00Z')).toEqual([{ settled: 1 }, ['Bronze']])
  expect(await run('2026-10-13T03:00:00Z')).toEqual([{ settled: 0 }, ['Bronze']])

  // Due when the first purchase leaves the window. By then, later purchases have postponed the fall.
  const late = await world.registered(shop)
  for (const [day, amount] of [
    ['01', 600],
    ['05', 500],
    ['06', 600],
  ] as const) {
    world.moveClock(`2026-11-${day}T12:00:00Z`)
    await world.generate(shop, sale(late.document, { purchase_value: amount * 100 }))
  }
  expect(await run('2026-11-11T03:00:00Z')).toEqual([{ settled: 1 }, ['Bronze', 'Prata']])
  expect(await run('2026-11-14T03:00:00Z')).toEqual([{ settled: 0 }, ['Bronze', 'Prata']])
  expect(await run('2026-11-15T03:00:00Z')).toEqual([{ settled: 1 }, ['Bronze', 'Bronze']])
})

test('the job closes a cycle of RENOVATION once, at every level [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const shop = await company({
    settings: { levels_system: 'RENOVATION', renovation_interval: 1 },
  })
  await settleDue(database, world.now())
  for (const amount of [1_000, 10]) await earned(shop, amount)
  expect(await settleDue(database, new Date('2026-12-01T03:00:00Z'))).toEqual({ settled: 2 })
  expect((await storedLevels(shop)).standing).toMatchObject(
    Array(2).fill({ level_name: 'Bronze', reseted_at: '2026-12-01T03:00:00.000Z' }),
  )
  const closed = await storedLevels(shop)
  expect(await settleDue(database, new Date('2026-12-20T03:00:00Z'))).toEqual({ settled: 0 })
  expect(await storedLevels(shop)).toEqual(closed)
})

test('an interrupted and repeated run has the same result as one complete run [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  // The job goes through companies in the order of their creation.
  const [cut, whole] = [await company(), await company()]
  await settleDue(database, world.now())
  for (let n = 0; n < 12; n += 1) {
    for (const shop of [cut, whole]) await earned(shop, n * 200)
  }
  const before = await storedLevels(whole)
  const later = new Date('2026-11-11T03:00:00Z')
  for (let cuts = 0; cuts < 2; cuts += 1) {
    const stop = new AbortController()
    let settled = 0
    const count = (message: unknown) => {
      if (JSON.stringify(message).includes('settle_level')) settled += 1
      if (settled === 3) stop.abort()
    }
    statementChannel.start.subscribe(count)
    await expect(settleDue(database, later, stop.signal)).rejects.toThrow('abort')
    statementChannel.start.unsubscribe(count)
  }
  // Two runs settled six of the seven customers at Prata or Ouro, and none of the other company.
  expect((await names(cut)).filter((name) => name !== 'Bronze')).toHaveLength(1)
  expect(await storedLevels(whole)).toEqual(before)
  expect(await settleDue(database, later)).toEqual({ settled: 8 })
  expect(await settleDue(database, later)).toEqual({ settled: 0 })
  const own = { company_id: '', customer_id: '', id: '', level_id: '' }
  const results = [await storedLevels(cut), await storedLevels(whole)].map(
    ({ standing, changes }) => ({
      standing: standing.map((one) => ({ ...one, ...own })),
      changes: changes.map((one) => ({ ...one, customer_id: '' })),
    }),
  )
  expect(results[0]).toEqual(results[1])
})

test('four concurrent runs record each change once [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const shop = await company()
  for (let n = 0; n < 10; n += 1) await earned(shop, 1_000)
  const later = new Date('2026-11-11T03:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => settleDue(database, later)))
  const fallen = (await storedLevels(shop)).changes.filter(
    (change) => (change as { reason: string }).reason === 'LOOKBACK',
  )
  expect(fallen).toHaveLength(10)
})

test('after a change of the company file, the job settles all customers by the new levels [D6 D11]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const shop = await world.createCompany('reforma', { settings: terms.settings })
  const ids: string[] = []
  for (const amount of [100, 1_500, 2_500]) ids.push(await earned(shop, amount))
  await world.registered(shop)
  expect(await names(shop)).toEqual([])
  const apply = async (levels: object[], settings: object = terms.settings) => {
    world.moveClock(new Date(world.now().getTime() + 60_000).toISOString())
    await world.createCompany('reforma', { settings, levels })
    await settleDue(database, world.now())
    return names(shop)
  }
  expect(await apply(chain)).toEqual(['Bronze', 'Prata', 'Ouro'])
  // The middle level is removed, then the top one renamed, then its trigger lowered.
  expect(await apply([chain[0]!, chain[2]!])).toEqual(['Bronze', 'Bronze', 'Ouro'])
  expect(await apply([chain[0]!, { name: 'Gold', trigger_amount: 2_000 }])).toEqual([
    'Bronze',
    'Bronze',
    'Gold',
  ])
  expect(await apply([{ name: 'Gold', trigger_amount: 1_500 }])).toEqual([null, 'Gold', 'Gold'])
  // A change to RENOVATION keeps the reached levels through its first cycle.
  const renovation = { levels_system: 'RENOVATION', renovation_interval: 1 }
  expect(await apply([{ name: 'Gold', trigger_amount: 1_500 }], renovation)).toEqual([
    null,
    'Gold',
    'Gold',
  ])
  expect(await apply(chain, { ...terms.settings, update_lookback: 1 })).toEqual([
    'Bronze',
    'Prata',
    'Ouro',
  ])
  // This fall is caused by the date, not by the company file.
  await settleDue(database, new Date('2026-11-02T03:00:00Z'))
  expect(await names(shop)).toEqual(['Bronze', 'Bronze', 'Bronze'])
  const { changes } = await storedLevels(shop)
  expect(
    changes.filter((change) => (change as { customer_id: string }).customer_id === ids[1]),
  ).toMatchObject([
    { from_name: null, to_name: 'Prata', reason: 'EARNED' },
    { from_name: 'Prata', to_name: 'Bronze', reason: 'COMPANY' },
    { from_name: 'Bronze', to_name: 'Gold', reason: 'COMPANY' },
    { from_name: 'Gold', to_name: 'Prata', reason: 'COMPANY' },
    { from_name: 'Prata', to_name: 'Bronze', reason: 'LOOKBACK' },
  ])
})

test('a customer who cannot be settled does not stop the others, and the run fails with the count [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const shop = await company()
  await settleDue(database, world.now())
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) ids.push(await earned(shop, 1_000))
  await rows(
    database,
    sql`alter table customer_level add constraint broken check (level_name = 'Prata' or trigger_amount > 0 or accumulated_amount > 0 or counted_sequence <> 2) not valid`,
  )
  // A second record of 0 points makes the settlement of the second customer violate the constraint.
  const [middle] = await rows<{ document: string }>(
    database,
    sql`select document from customer where company_id = ${shop.id} and id = ${ids[1]!}`,
  )
  await world.generate(shop, sale(middle!.document, { purchase_value: 1 }))
  const later = new Date('2026-11-11T03:00:00Z')
  await expect(settleDue(database, later)).rejects.toThrow('levels of 1 companies were not settled')
  expect(await names(shop)).toEqual(['Bronze', 'Prata', 'Bronze'])
  await rows(database, sql`alter table customer_level drop constraint broken`)
  expect(await settleDue(database, later)).toEqual({ settled: 1 })
  expect(await names(shop)).toEqual(['Bronze', 'Bronze', 'Bronze'])
})

test('a company whose customers take too long ends after 20 of them and does not stop the next [D6]', async () => {
  world.moveClock('2026-11-01T12:00:00Z')
  const companies = [await company(), await company()]
  const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await settleDue(database, world.now())
  for (let n = 0; n < 21; n += 1) await earned(first!, 1_000)
  await earned(second!, 1_000)
  await timeOutWrites(database, 'customer_level', first!.id)
  const later = new Date('2026-11-11T03:00:00Z')
  await expect(settleDue(database, later)).rejects.toMatchObject({
    cause: new Error('20 customers could not be settled'),
  })
  expect(new Set(await names(first!))).toEqual(new Set(['Prata']))
  expect(await names(second!)).toEqual(['Bronze'])
})
