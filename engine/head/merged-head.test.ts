import { expect, test } from 'vitest'

import { headsOf } from '#api/testing/worlds/head.ts'
import { createMergeWorld } from '#api/testing/worlds/merge-world.ts'

const { world, shop, merged, undone, sold, returned, redeemed } = await createMergeWorld()
const { taken, verdict } = await headsOf(world)

test('heads before and between a merge, its undoing and a return all stay proven [I8 D15]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 100), await world.confirmed(shop, 50)]
  const sale = await sold(absorbed.document)
  const before = await taken(shop, '2026-11-21T03:11:00Z')
  const { id } = await merged(staying, absorbed)
  const between = await taken(shop, '2026-11-22T03:11:00Z')
  await redeemed(staying)
  await undone(id)
  await returned(sale.id)
  const after = await taken(shop, '2026-11-23T03:11:00Z')
  expect([before, between, after].map(({ number, customers }) => [number, customers])).toEqual([
    [1, 2],
    [2, 2],
    [3, 2],
  ])
  // The world's clock stays on the first day, so the records of the merge and after it are dated before the ends of all heads.
  const verdicts = [await verdict(before), await verdict(between), await verdict(after)]
  expect(verdicts).toEqual([
    expect.stringMatching(/^proven, \d+ added$/),
    expect.stringMatching(/^proven, \d+ added$/),
    'proven',
  ])
})
