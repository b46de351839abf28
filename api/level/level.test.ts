import { describe, expect, test } from 'vitest'

import { rows, sql } from '#api/database/sql.ts'
import { createWorld, newCpf, refusalOf, sale, type TestCompany } from '#api/testing/world.ts'
import type { Customer } from '#contract/customer.ts'

const world = await createWorld()
const { call, database } = world

const chain = [
  { name: 'Bronze', trigger_amount: 0 },
  { name: 'Prata', trigger_amount: 1_000, multiplier: 1.25 },
  { name: 'Ouro', trigger_amount: 2_000, multiplier: 1.5 },
]
let companies = 0
function company(settings: object, changes: object = {}): Promise<TestCompany> {
  companies += 1
  return world.createCompany(`niveis-${companies}`, { settings, levels: chain, ...changes })
}
const lookback = (update_lookback: number, changes: object = {}) =>
  company({ levels_system: 'LOOKBACK', update_lookback }, changes)
const renovation = (renovation_interval: number, changes: object = {}) =>
  company({ levels_system: 'RENOVATION', renovation_interval }, changes)

/** The customer of a company, whom the test has earn and look. */
async function climber(shop: TestCompany) {
  const customer = await world.registered(shop)
  async function settle(): Promise<void> {
    await rows(database, sql`select settle_level(${shop.id}, ${customer.id}, ${world.now()})`)
  }
  /** Points, at an instant; a rate of 1 point a real. */
  async function earn(amount: number, at?: string): Promise<void> {
    if (at) world.moveClock(at)
    const sent = sale(customer.document, { purchase_value: amount * 100 })
    expect((await world.generate(shop, sent)).status).toBe(201)
    await settle()
  }
  async function seen(at?: string, update_level: 'TRUE' | 'FALSE' = 'FALSE'): Promise<Customer> {
    if (at) world.moveClock(at)
    const query = { update_level }
    const answer = await call('GET /customer', { headers: await signedIn(), query })
    expect(answer.status).toBe(200)
    return answer.body as Customer
  }
  /** A session ends when it is not used for long. */
  async function signedIn(): Promise<Record<string, string>> {
    await rows(
      database,
      sql`update session set expires_at = 'infinity', last_used_on = ${world.now()}::timestamptz::date
           where company_id = ${shop.id} and customer_id = ${customer.id}`,
    )
    return customer.headers
  }
  /** The name of the level, as it is now. */
  const level = async (at?: string) => (await seen(at)).levels_system.current?.level.name ?? null
  const stored = async (at?: string, update_level: 'TRUE' | 'FALSE' = 'TRUE') =>
    (await seen(at, update_level)).consolidated_level_data
  const multiplier = async () => {
    const [found] = await rows<{ multiplier: number }>(
      database,
      sql`select level_multiplier(${shop.id}, ${customer.id}, ${world.now()})::float8 as multiplier`,
    )
    return found!.multiplier
  }
  /** How the level came about: 'Bronze → Prata EARNED'. */
  const changes = async () => {
    const found = await rows<{ from: string | null; to: string | null; reason: string }>(
      database,
      sql`select from_name as from, to_name as to, reason
            from level_change
           where company_id = ${shop.id} and customer_id = ${customer.id}
           order by id`,
    )
    return found.map(({ from, to, reason }) => `${from} → ${to} ${reason}`)
  }
  return { ...customer, shop, settle, earn, seen, level, stored, multiplier, changes }
}

describe('D6', () => {
  test('D6 LOOKBACK 365 days, trigger 1000: 600 on 01/02/2026 and 500 on 01/09/2026 → up on 01/09/2026, down on 01/02/2027', async () => {
    world.moveClock('2026-01-10T15:00:00Z')
    const ana = await climber(await lookback(365))
    await ana.earn(600, '2026-02-01T15:00:00Z')
    expect(await ana.level()).toBe('Bronze')
    await ana.earn(500, '2026-09-01T15:00:00Z')
    const risen = await ana.seen()
    expect(risen.levels_system).toMatchObject({
      current: { level: { name: 'Prata' }, missing_amount: 500, until: '2027-01-31' },
      next: { level: { name: 'Ouro' }, missing_amount: 900, until: '2027-01-31' },
    })
    expect(risen.consolidated_level_data).toMatchObject({
      consolidated_at: '2026-09-01T15:00:00.000Z',
      reseted_at: null,
      level_data: { accumulated_amount: 1_100, level: { name: 'Prata' } },
      reset_level_data: null,
    })

    // All of 31/01 in São Paulo.
    expect(await ana.level('2027-02-01T02:59:59.999Z')).toBe('Prata')
    const fallen = await ana.seen('2027-02-01T03:00:00Z')
    expect(fallen.levels_system).toMatchObject({
      current: { level: { name: 'Bronze' }, missing_amount: 0, until: null },
      next: { level: { name: 'Prata' }, missing_amount: 500, until: '2027-08-31' },
    })
    expect(fallen.transition_level_data).toMatchObject({
      accumulated_amount: 500,
      level: { name: 'Bronze' },
    })
    expect(fallen.consolidated_level_data).toMatchObject({
      level_data: { accumulated_amount: 1_100, level: { name: 'Prata' } },
    })
    expect(await ana.stored()).toMatchObject({
      consolidated_at: '2027-02-01T03:00:00.000Z',
      level_data: { accumulated_amount: 500, level: { name: 'Bronze' } },
    })
    expect(await ana.changes()).toEqual([
      'null → Bronze EARNED',
      'Bronze → Prata EARNED',
      'Prata → Bronze LOOKBACK',
    ])
  })

  test('D6 RENOVATION 12 months, up on 15/04/2026 and again on 25/10/2026 → next check 25/10/2027', async () => {
    world.moveClock('2026-01-10T15:00:00Z')
    const ana = await climber(await renovation(12))
    await ana.earn(1_000, '2026-04-15T15:00:00Z')
    expect((await ana.seen()).levels_system).toMatchObject({
      current: { level: { name: 'Prata' }, missing_amount: 1_000, until: '2027-04-14' },
      next: { level: { name: 'Ouro' }, missing_amount: 1_000, until: '2027-04-14' },
    })
    await ana.earn(1_000, '2026-10-25T15:00:00Z')
    await ana.earn(1_200, '2027-03-01T15:00:00Z')
    const risen = await ana.seen('2027-10-25T02:59:59.999Z')
    expect(risen).toMatchObject({
      level_reset_pending: false,
      consolidated_level_data: {
        consolidated_at: '2026-10-25T15:00:00.000Z',
        reseted_at: null,
        level_data: { accumulated_amount: 3_200, level: { name: 'Ouro' } },
        reset_level_data: { accumulated_amount: 1_200, level: { name: 'Prata' } },
      },
      levels_system: {
        current: { level: { name: 'Ouro' }, missing_amount: 800, until: '2027-10-24' },
        next: null,
      },
    })

    const ended = await ana.seen('2027-10-25T03:00:00Z')
    expect(ended).toMatchObject({
      level_reset_pending: true,
      consolidated_level_data: {
        level_data: { level: { name: 'Ouro' } },
        reset_level_data: { accumulated_amount: 1_200, level: { name: 'Prata' } },
      },
      transition_level_data: { accumulated_amount: 0, level: { name: 'Bronze' } },
      levels_system: { current: { level: { name: 'Prata' }, until: '2028-10-24' } },
    })
    expect(await ana.seen(undefined, 'TRUE')).toMatchObject({
      level_reset_pending: false,
      consolidated_level_data: {
        consolidated_at: '2027-10-25T03:00:00.000Z',
        reseted_at: '2027-10-25T03:00:00.000Z',
        level_data: { accumulated_amount: 0, level: { name: 'Prata' } },
        reset_level_data: { accumulated_amount: 0, level: { name: 'Bronze' } },
      },
      // Never the points (D6).
      balance: { amount_balance: 3_200 },
    })
    expect(await ana.changes()).toEqual([
      'null → Prata EARNED',
      'Prata → Ouro EARNED',
      'Ouro → Prata RENOVATION',
    ])
  })

  test('D6 RENOVATION: a level is kept where the cycle reaches its trigger, and falls to the one that the cycle supports', async () => {
    world.moveClock('2026-03-01T15:00:00Z')
    const shop = await renovation(1)
    const [kept, fallen, gone] = [await climber(shop), await climber(shop), await climber(shop)]
    for (const one of [kept, fallen, gone]) await one.earn(2_000)
    await kept.earn(2_000, '2026-03-31T20:00:00Z')
    await fallen.earn(1_999, '2026-03-31T20:00:00Z')
    for (const [one, name, amount] of [
      [kept, 'Ouro', 2_000],
      [fallen, 'Prata', 1_999],
      [gone, 'Bronze', 0],
    ] as const) {
      expect(await one.level('2026-04-01T02:59:59Z')).toBe('Ouro')
      expect((await one.seen('2026-04-01T03:00:00Z')).consolidated_level_data).toMatchObject({
        reset_level_data: { accumulated_amount: amount, level: { name } },
      })
      expect(await one.stored()).toMatchObject({ level_data: { level: { name } } })
      expect(await one.level()).toBe(name)
    }
  })

  test('D6 RENOVATION: what lifted once lifts no more after the accumulator returned to 0', async () => {
    world.moveClock('2026-03-01T15:00:00Z')
    const ana = await climber(await renovation(1))
    await ana.earn(1_000)
    await ana.earn(999, '2026-03-20T15:00:00Z')
    expect(await ana.level('2026-04-02T15:00:00Z')).toBe('Bronze')
    await ana.earn(1)
    expect(await ana.level()).toBe('Bronze')
    await ana.earn(999)
    expect(await ana.level()).toBe('Prata')
  })

  test('D6 a trigger is inclusive, and a level is reached at once, whichever are jumped over', async () => {
    for (const shop of [await lookback(30), await renovation(1)]) {
      world.moveClock('2026-05-05T15:00:00Z')
      const ana = await climber(shop)
      await ana.earn(999)
      expect(await ana.level()).toBe('Bronze')
      await ana.earn(1)
      expect(await ana.level()).toBe('Prata')
      const bia = await climber(shop)
      await bia.earn(2_000)
      expect(await bia.level()).toBe('Ouro')
      expect((await bia.seen()).levels_system.next).toBeNull()
      expect(await bia.changes()).toEqual(['null → Ouro EARNED'])
    }
  })

  test('D6 LOOKBACK of one day counts today alone, in the company’s time zone and not in UTC', async () => {
    world.moveClock('2026-05-05T15:00:00Z')
    const [west, east] = [
      await climber(await lookback(1, { time_zone: 'America/Sao_Paulo' })),
      await climber(await lookback(1, { time_zone: 'Asia/Tokyo' })),
    ]
    // 23:30 of 10/05 in São Paulo, 11:30 of 11/05 in Tokyo.
    for (const one of [west, east]) await one.earn(1_000, '2026-05-11T02:30:00Z')
    expect([await west.level(), await east.level()]).toEqual(['Prata', 'Prata'])
    world.moveClock('2026-05-11T03:00:00Z')
    expect([await west.level(), await east.level()]).toEqual(['Bronze', 'Prata'])
    world.moveClock('2026-05-11T14:59:59Z')
    expect(await east.level()).toBe('Prata')
    world.moveClock('2026-05-11T15:00:00Z')
    expect(await east.level()).toBe('Bronze')
  })

  test('D6 LOOKBACK: a day leaves the window as a whole, its first second with its last', async () => {
    world.moveClock('2026-05-01T15:00:00Z')
    const ana = await climber(await lookback(10))
    await ana.earn(500, '2026-05-02T03:00:00Z')
    await ana.earn(500, '2026-05-03T02:59:59.999Z')
    await ana.earn(500, '2026-05-03T03:00:00Z')
    expect((await ana.seen()).levels_system.current).toMatchObject({
      level: { name: 'Prata' },
      missing_amount: 500,
      until: '2026-05-11',
    })
    expect(await ana.level('2026-05-12T02:59:59.999Z')).toBe('Prata')
    expect((await ana.seen('2026-05-12T03:00:00Z')).transition_level_data).toMatchObject({
      accumulated_amount: 500,
    })
  })

  test('D6 RENOVATION of a month from 31 January: kept by what is earned until 27 February, and until 30 March', async () => {
    world.moveClock('2027-01-31T15:00:00Z')
    const shop = await renovation(1, { levels: chain.slice(0, 2) })
    const [kept, fallen] = [await climber(shop), await climber(shop)]
    for (const one of [kept, fallen]) await one.earn(1_000)
    // The last second of the cycle in São Paulo, and the first of the next.
    await kept.earn(1_000, '2027-02-28T02:59:59.999Z')
    await fallen.earn(1_000, '2027-02-28T03:00:00Z')
    expect(await kept.level()).toBe('Prata')
    expect(await kept.stored()).toMatchObject({ reseted_at: '2027-02-28T03:00:00.000Z' })
    // It fell, and rose again by the same purchase.
    expect(await fallen.changes()).toEqual([
      'null → Prata EARNED',
      'Prata → Bronze RENOVATION',
      'Bronze → Prata EARNED',
    ])
    expect((await kept.seen()).levels_system.current!.until).toBe('2027-03-30')
    expect((await fallen.seen()).levels_system.current!.until).toBe('2027-03-27')
    expect([await kept.level('2027-03-31T02:59:59Z'), await fallen.level()]).toEqual([
      'Prata',
      'Bronze',
    ])
    expect(await kept.level('2027-03-31T03:00:00Z')).toBe('Bronze')
  })

  test.each([
    ['2027-01-31', 1, ['2027-02-27', '2027-03-30', '2027-04-29']],
    ['2028-01-31', 1, ['2028-02-28', '2028-03-30', '2028-04-29']],
    ['2028-02-29', 12, ['2029-02-27', '2030-02-27', '2031-02-27', '2032-02-28']],
    ['2026-08-30', 6, ['2027-02-27', '2027-08-29', '2028-02-28']],
  ])(
    'D6 RENOVATION: cycles that begin on %s, of %i months, are sure until %j',
    async (day, months, ends) => {
      world.moveClock(`${day}T15:00:00Z`)
      const ana = await climber(await renovation(months))
      await ana.earn(1_000)
      for (const until of ends) {
        const { levels_system } = await ana.seen()
        expect(levels_system.next).toMatchObject({ until })
        world.moveClock(`${until}T15:00:00Z`)
        expect(await ana.seen()).toMatchObject({ levels_system, level_reset_pending: false })
        world.moveClock(new Date(world.now().getTime() + 86_400_000).toISOString())
        expect(await ana.seen()).toMatchObject({ level_reset_pending: true })
        await ana.settle()
      }
    },
  )

  test('D6 LOOKBACK over a leap day: 365 days from 01/03/2027 end a day before the year', async () => {
    world.moveClock('2027-03-01T15:00:00Z')
    const ana = await climber(await lookback(365))
    await ana.earn(1_000)
    expect((await ana.seen()).levels_system.current).toMatchObject({ until: '2028-02-28' })
    expect(await ana.level('2028-02-29T02:59:59Z')).toBe('Prata')
    expect(await ana.level('2028-02-29T03:00:00Z')).toBe('Bronze')
  })

  test('D6 cycles that ended one after the other while nobody looked are all closed, each at its day', async () => {
    world.moveClock('2026-01-10T15:00:00Z')
    const ana = await climber(await renovation(1))
    await ana.earn(2_000)
    await ana.earn(1_000, '2026-02-01T15:00:00Z')
    expect(await ana.level('2026-02-10T03:00:00Z')).toBe('Prata')
    expect(await ana.level('2026-05-20T15:00:00Z')).toBe('Bronze')
    expect(await ana.stored()).toMatchObject({
      reseted_at: '2026-05-10T03:00:00.000Z',
      level_data: { level: { name: 'Bronze' } },
    })
    expect(await ana.changes()).toEqual([
      'null → Ouro EARNED',
      'Ouro → Prata RENOVATION',
      'Prata → Bronze RENOVATION',
    ])
  })
})

test('D4 D6 the multiplier is the level’s as it is now, stored or not; 1 without a level or levels', async () => {
  world.moveClock('2026-06-01T15:00:00Z')
  const ana = await climber(await lookback(10, { levels: chain.slice(1) }))
  expect(await ana.multiplier()).toBe(1)
  await ana.earn(1_000)
  expect(await ana.multiplier()).toBe(1.25)
  await ana.earn(1_000)
  expect(await ana.multiplier()).toBe(1.5)
  world.moveClock('2026-06-11T15:00:00Z')
  expect(await ana.multiplier()).toBe(1)
  expect(await ana.stored(undefined, 'FALSE')).toMatchObject({
    level_data: { level: { name: 'Ouro' } },
  })
  expect(await (await climber(world.cafe)).multiplier()).toBe(1)
})

describe('GET /customer', () => {
  test('R11.2 without levels all of it is null and nothing is pending, asked to recompute or not', async () => {
    const ana = await climber(world.cafe)
    await ana.earn(5_000)
    for (const update_level of ['TRUE', 'FALSE'] as const) {
      expect(await ana.seen(undefined, update_level)).toMatchObject({
        consolidated_level_data: null,
        transition_level_data: null,
        level_reset_pending: false,
        levels_system: { current: null, next: null },
      })
    }
  })

  test('R11.2 who has earned nothing is at the first level where it begins at 0, and at none where it does not', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const [bronze, none] = [
      await climber(await lookback(10)),
      await climber(await renovation(1, { levels: chain.slice(1) })),
    ]
    expect(await bronze.seen()).toMatchObject({
      consolidated_level_data: null,
      transition_level_data: { id: null, accumulated_amount: 0, level: { name: 'Bronze' } },
      levels_system: {
        current: { level: { name: 'Bronze' }, missing_amount: 0, until: null },
        next: { level: { name: 'Prata' }, missing_amount: 1_000, until: null },
      },
    })
    expect(await none.seen(undefined, 'TRUE')).toMatchObject({
      consolidated_level_data: { level_data: { accumulated_amount: 0, level: null } },
      transition_level_data: { level: null },
      levels_system: { current: null, next: { level: { name: 'Prata' }, missing_amount: 1_000 } },
    })
  })

  test('R11.2 update_level=TRUE stores the level, FALSE and nothing store none; twice stores once', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const ana = await climber(await lookback(10))
    expect(await ana.stored(undefined, 'FALSE')).toBeNull()
    const { body } = await call('GET /customer', { headers: ana.headers })
    expect(body).toMatchObject({ consolidated_level_data: null })
    const first = await ana.stored()
    expect(first).toMatchObject({
      consolidated_at: '2026-06-01T15:00:00.000Z',
      level_data: { id: first!.id, level: { name: 'Bronze' } },
    })
    expect(await ana.stored('2026-06-02T15:00:00Z')).toEqual(first)
    expect(await ana.changes()).toEqual(['null → Bronze EARNED'])
  })

  test.each(['true', '1', '', 'TRUE '])(
    'R11.2 update_level=%s is refused by name',
    async (update_level) => {
      const ana = await climber(world.cafe)
      const answer = await call('GET /customer', {
        headers: ana.headers,
        query: { update_level },
      })
      expect(refusalOf(answer)).toMatchObject({
        status: 422,
        type: 'validation',
        fields: { update_level: [expect.any(String)] },
      })
    },
  )

  test('R11.1 the levels are answered as the chain has them, multiplier and prize with them', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const ana = await climber(await lookback(10, { levels: [{ ...chain[1], prize: 'caneca' }] }))
    await ana.earn(1_000)
    const { body } = await call('GET /level', { headers: ana.headers })
    const { levels_system } = await ana.seen()
    expect([levels_system.current!.level]).toEqual(body)
    expect(levels_system.current!.level).toMatchObject({ multiplier: 1.25, prize: 'caneca' })
  })

  test('T4 two companies’ customers of one document know nothing of each other’s levels', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const [here, there] = [
      await climber(await lookback(10)),
      await lookback(10, { levels: [{ name: 'Outra', trigger_amount: 1 }] }),
    ]
    await here.earn(1_000)
    const other = await world.registered(there, { document: here.document })
    const answer = await call('GET /customer', {
      headers: other.headers,
      query: { update_level: 'TRUE' },
    })
    expect(answer.body).toMatchObject({ levels_system: { current: null } })
    expect(answer.text).not.toContain('Prata')
    expect((await here.seen()).levels_system.current).toMatchObject({ level: { name: 'Prata' } })
    const foreign = await rows(
      database,
      sql`select 1 from customer_level where company_id = ${there.id} and customer_id = ${here.id}`,
    )
    expect(foreign).toEqual([])
    // Another company's customer is settled by nobody.
    await rows(database, sql`select settle_level(${there.id}, ${here.id}, ${world.now()})`)
    expect((await here.seen()).levels_system.current).toMatchObject({ level: { name: 'Prata' } })
  })

  test('D3 who takes a pre-registration over has its level, and leaves none behind', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const shop = await lookback(10)
    const ana = await climber(shop)
    await rows(
      database,
      sql`update customer set document = null where company_id = ${shop.id} and id = ${ana.id}`,
    )
    await ana.seen(undefined, 'TRUE')
    const document = newCpf()
    await world.generate(shop, sale(document, { purchase_value: 100_000 }))
    const { body } = await call('PUT /customer', { headers: ana.headers, body: { document } })
    expect(body).toMatchObject({ levels_system: { current: { level: { name: 'Prata' } } } })
    const left = await rows(
      database,
      sql`select customer_id from customer_level where company_id = ${shop.id} and customer_id = ${ana.id}`,
    )
    expect(left).toEqual([])
  })
})
