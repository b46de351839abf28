import { describe, expect, test } from 'vitest'

import { chain, levelWorld, plainRule } from '#api/testing/worlds/level-world.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { settleDue } from './settle-due.ts'

const world = await createWorld()
const { database } = world
const { lookback, renovation, climber } = levelWorld(world)

describe('LOOKBACK and RENOVATION', () => {
  test('LOOKBACK 365 days: 600 points on 01/02/2026 and 500 on 01/09 keep Prata (1000) until 31/01/2027 [D6]', async () => {
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

    // The last millisecond of 31/01 in São Paulo.
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

  test('RENOVATION 12 months: a rise on 25/10/2026 moves the next check of the level to 25/10/2027 [D6]', async () => {
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
      // Closing a cycle does not change the points (D6).
      balance: { amount_balance: 3_200 },
    })
    expect(await ana.changes()).toEqual([
      'null → Prata EARNED',
      'Prata → Ouro EARNED',
      'Ouro → Prata RENOVATION',
    ])
  })

  test('RENOVATION: a level stays if the cycle reached its trigger, else falls to the reached level [D6]', async () => {
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

  test('RENOVATION: points of a closed cycle do not count again [D6]', async () => {
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

  test('a level’s trigger is inclusive, and a purchase can skip levels [D6]', async () => {
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

  test('LOOKBACK of one day counts today in the company’s time zone, not in UTC [D6]', async () => {
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

  test('LOOKBACK: all points of one local day leave the window at the same instant [D6]', async () => {
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

  test('RENOVATION of a month from 31 January: cycles end on 27 February and 30 March [D6]', async () => {
    world.moveClock('2027-01-31T15:00:00Z')
    const shop = await renovation(1, { levels: chain.slice(0, 2) })
    const [kept, fallen] = [await climber(shop), await climber(shop)]
    for (const one of [kept, fallen]) await one.earn(1_000)
    // The last instant of the cycle in São Paulo, and the first of the next.
    await kept.earn(1_000, '2027-02-28T02:59:59.999Z')
    await fallen.earn(1_000, '2027-02-28T03:00:00Z')
    expect(await kept.level()).toBe('Prata')
    expect(await kept.stored()).toMatchObject({ reseted_at: '2027-02-28T03:00:00.000Z' })
    // This one purchase begins the next cycle: the level falls, and the purchase raises it again.
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
  ])('RENOVATION: cycles from %s of %i months last until %j [D6]', async (day, months, ends) => {
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
  })

  test('LOOKBACK over a leap day: 365 days from 01/03/2027 end on 28/02/2028 [D6]', async () => {
    world.moveClock('2027-03-01T15:00:00Z')
    const ana = await climber(await lookback(365))
    await ana.earn(1_000)
    expect((await ana.seen()).levels_system.current).toMatchObject({ until: '2028-02-28' })
    expect(await ana.level('2028-02-29T02:59:59Z')).toBe('Prata')
    expect(await ana.level('2028-02-29T03:00:00Z')).toBe('Bronze')
  })

  test('several cycles that ended without a settlement are all closed, each on its day [D6]', async () => {
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

describe('the points that count for a level [D6]', () => {
  test('neither spending nor expiry lowers the accumulated points [D6]', async () => {
    world.moveClock('2026-05-01T15:00:00Z')
    const daily = { ...plainRule, expires_in: { days: 1 } }
    for (const shop of [
      await lookback(30, { calculation_rules: [daily] }),
      await renovation(1, { calculation_rules: [daily] }),
    ]) {
      const ana = await climber(shop)
      await ana.earn(1_000, '2026-05-01T15:00:00Z')
      await ana.spend(900)
      expect(await ana.level()).toBe('Prata')
      const expired = await ana.seen('2026-05-20T15:00:00Z', 'TRUE')
      expect(expired).toMatchObject({
        balance: { amount_balance: 0 },
        consolidated_level_data: { level_data: { accumulated_amount: 1_000 } },
        levels_system: { current: { level: { name: 'Prata' } } },
      })
    }
  })

  test.each(['deficit', 'clamp', 'pending_only'])(
    'a return lowers the level at once, even if the points were spent (%s) [D6]',
    async (reversal) => {
      world.moveClock('2026-05-01T15:00:00Z')
      for (const shop of [await lookback(30, { reversal }), await renovation(1, { reversal })]) {
        const ana = await climber(shop)
        await ana.earn(100)
        const big = await ana.earn(1_500)
        await ana.spend(1_600)
        await ana.giveBack(big, 500)
        expect(await ana.level()).toBe('Prata')
        await ana.giveBack(big)
        expect(await ana.seen()).toMatchObject({
          transition_level_data: { accumulated_amount: 100 },
          levels_system: { current: { level: { name: 'Bronze' } } },
        })
        expect((await ana.changes()).at(-1)).toBe('Prata → Bronze RETURNED')
      }
    },
  )

  test('LOOKBACK: a return leaves the window with its purchase, and can make the level fall earlier [D6]', async () => {
    world.moveClock('2026-05-01T15:00:00Z')
    const shop = await lookback(10)
    // A new company file makes every customer due. Settle that first, so that later runs settle only due customers.
    await settleDue(database, world.now())
    const [ana, bia] = [await climber(shop), await climber(shop)]
    const first = await ana.earn(1_000, '2026-05-01T15:00:00Z')
    await bia.earn(500)
    await ana.earn(400, '2026-05-03T15:00:00Z')
    const second = await bia.earn(1_000)
    expect((await bia.seen()).levels_system.current).toMatchObject({ until: '2026-05-12' })
    world.moveClock('2026-05-05T15:00:00Z')
    await ana.giveBack(first, 300)
    await bia.giveBack(second, 300)
    expect((await ana.seen()).levels_system.current).toMatchObject({
      level: { name: 'Prata' },
      missing_amount: 600,
      until: '2026-05-10',
    })
    expect((await bia.seen()).levels_system.current).toMatchObject({
      level: { name: 'Prata' },
      missing_amount: 300,
      until: '2026-05-10',
    })
    await settleDue(database, new Date('2026-05-11T03:00:00Z'))
    for (const [one, accumulated_amount] of [
      [ana, 400],
      [bia, 700],
    ] as const) {
      expect(await one.stored('2026-05-11T03:00:00Z', 'FALSE')).toMatchObject({
        level_data: { accumulated_amount, level: { name: 'Bronze' } },
      })
    }
  })

  test('RENOVATION: a return of an earlier cycle’s purchase does not reduce the current cycle’s points [D6]', async () => {
    world.moveClock('2026-05-01T15:00:00Z')
    const ana = await climber(await renovation(1))
    const first = await ana.earn(1_000)
    await ana.earn(1_000, '2026-06-15T15:00:00Z')
    await ana.giveBack(first)
    expect(await ana.seen()).toMatchObject({
      transition_level_data: { accumulated_amount: 1_000 },
      levels_system: { current: { level: { name: 'Prata' } } },
    })
  })

  test('RENOVATION: a return after the cycle’s end lowers a level that its purchase had secured [D6]', async () => {
    world.moveClock('2026-03-01T15:00:00Z')
    const ana = await climber(await renovation(1))
    await ana.earn(2_000)
    const purchase = await ana.earn(2_000, '2026-03-31T20:00:00Z')
    expect(await ana.level('2026-04-01T03:00:00Z')).toBe('Ouro')
    await ana.giveBack(purchase, 1_000)
    expect(await ana.level()).toBe('Prata')
    await ana.giveBack(purchase)
    expect(await ana.level()).toBe('Bronze')
    expect((await ana.changes()).slice(-2)).toEqual([
      'Ouro → Prata RETURNED',
      'Prata → Bronze RETURNED',
    ])
  })
})

test('the multiplier is that of the current level, stored or not, and 1 without a level [D4 D6]', async () => {
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
