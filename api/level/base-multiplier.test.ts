import { expect, test } from 'vitest'

import { levelWorld } from '#api/testing/worlds/level-world.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { lookback } = levelWorld(world)

test('the first sale to an unknown document has the multiplier of a level that begins at 0 points [D4 D6]', async () => {
  const levels = [
    { name: 'Bronze', trigger_amount: 0, multiplier: 1.5 },
    { name: 'Prata', trigger_amount: 1_000, multiplier: 2 },
  ]
  const calculation_rules = [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }]
  const company = await lookback(10, { levels, calculation_rules })
  const till = asPartner(company)
  const document = newCpf()
  const body = sale(document, { purchase_value: 10_000 })
  const expected = { points_amount: 150, calculation: { multiplier: 1.5 } }
  const simulated = await world.call('POST /partner/points/simulate', { headers: till, body })
  expect(simulated.body).toMatchObject(expected)
  expect((await world.generate(company, body)).body).toMatchObject(expected)
  const second = await world.generate(company, sale(document, { purchase_value: 10_000 }))
  expect(second.body).toMatchObject(expected)
  const without = await lookback(10, { levels: levels.slice(1), calculation_rules })
  const first = await world.generate(without, sale(newCpf(), { purchase_value: 10_000 }))
  expect(first.body).toMatchObject({ points_amount: 100, calculation: { multiplier: 1 } })
})
