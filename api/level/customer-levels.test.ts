import { describe, expect, test } from 'vitest'

import { chain, levelWorld } from '#api/testing/worlds/level-world.ts'
import { createWorld, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { lookback, renovation, climber } = levelWorld(world)

const { call, database } = world

describe('GET /customer', () => {
  test('in a company without levels, every level field is null [R11.2]', async () => {
    const ana = await climber(world.cafe)
    await ana.earn(5_000)
    for (const update_level of ['TRUE', 'FALSE'] as const) {
      expect(await ana.seen(undefined, update_level)).toMatchObject({
        consolidated_level_data: null,
        transition_level_data: null,
        level_reset_pending: false,
        level_infos: null,
        levels_system: { current: null, next: null },
      })
    }
  })

  test('a customer without points has the first level only if its trigger is 0 [R11.2]', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const [bronze, none] = [
      await climber(await lookback(10)),
      await climber(await renovation(1, { levels: chain.slice(1) })),
    ]
    expect(await bronze.seen()).toMatchObject({
      consolidated_level_data: null,
      transition_level_data: { id: null, accumulated_amount: 0, level: { name: 'Bronze' } },
      level_infos: { accumulated_amount: 0, level: { name: 'Bronze' } },
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

  test('only update_level=TRUE stores the level, and a second TRUE changes nothing [R11.2]', async () => {
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
    'GET /customer refuses update_level=%s and names the parameter [R11.2]',
    async (update_level) => {
      const ana = await climber(world.cafe)
      const answer = await call('GET /customer', {
        headers: ana.headers,
        query: { update_level },
      })
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        type: 'validation',
        fields: { update_level: [expect.any(String)] },
      })
    },
  )

  test('GET /customer returns a level as GET /level does, except for related_prize [R11.1]', async () => {
    world.moveClock('2026-06-01T15:00:00Z')
    const ana = await climber(await lookback(10, { levels: [{ ...chain[1], prize: 'caneca' }] }))
    await ana.earn(1_000)
    const { body } = await call('GET /level', { headers: ana.headers })
    const { levels_system } = await ana.seen()
    // Only GET /level includes related_prize.
    expect([{ ...levels_system.current!.level, related_prize: null }]).toEqual(body)
    expect(levels_system.current!.level).toMatchObject({ multiplier: 1.25, prize: 'caneca' })
  })

  test('two customers with the same document in two companies have separate levels [T4]', async () => {
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
    // Settling a customer under another company's id changes nothing.
    await rows(database, sql`select settle_level(${there.id}, ${here.id}, 0, ${world.now()})`)
    expect((await here.seen()).levels_system.current).toMatchObject({ level: { name: 'Prata' } })
  })

  test('a customer who claims a pre-registration takes over its level [D3]', async () => {
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
    const levels = await rows(
      database,
      sql`select customer_id from customer_level where company_id = ${shop.id} and customer_id = ${ana.id}`,
    )
    expect(levels).toEqual([])
  })
})
