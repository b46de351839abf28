import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { consume, grant, undo } from '#api/testing/worlds/movement.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'

const world = await createWorld()
const { cafe, call } = world

test('GET /points pages through the history, newest record first, and has each record once [R7.3 D2]', async () => {
  const customer = await world.registered(cafe)
  for (let purchase = 1; purchase <= 7; purchase += 1) {
    await world.generate(cafe, sale(customer.document, { purchase_value: purchase * 100 }))
  }
  const sequences: number[] = []
  let query: Record<string, string> = { per_page: '3' }
  for (;;) {
    const { body, headers } = await call('GET /points', { headers: customer.headers, query })
    sequences.push(...(body as PointsEntry[]).map((entry) => entry.points_amount))
    const next = /<\/api\/points\?(.*)>; rel="next"/.exec(headers['link'] ?? '')
    if (!next) break
    query = Object.fromEntries(new URLSearchParams(next[1]))
  }
  expect(sequences).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('a customer without records has an empty history and no next page [R7.3]', async () => {
  const customer = await world.registered(cafe)
  const answer = await call('GET /points', { headers: customer.headers })
  expect(answer.body).toEqual([])
  expect(answer.headers).not.toHaveProperty('link')
})

test.each([
  ['before', 0],
  ['before', 1.5],
  ['before', 'x'],
  ['before', 9e15],
  ['per_page', 0],
  ['per_page', 5001],
  ['per_page', ''],
  ['page', 2],
])('GET /points refuses %s=%s and names the parameter [R5.11]', async (name, value) => {
  const customer = await world.registered(cafe)
  const answer = await call('GET /points', { headers: customer.headers, query: { [name]: value } })
  expect(errorOf(answer)).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { [name]: [expect.any(String)] },
  })
})

type Line = [type: string, points: number]
async function historyOf(headers: Record<string, string>, query: Record<string, string | number>) {
  const { body } = await call('GET /points', { headers, query })
  return (body as PointsEntry[]).map(({ type_id, points_amount }): Line => [type_id, points_amount])
}

test('the history lists expired points with their lots once their last day is over [R7.3]', async () => {
  world.moveClock('2026-11-20T15:00:00Z')
  const customer = await world.registered(cafe)
  await grant(world, cafe, customer, 40, '2026-11-25')
  await grant(world, cafe, customer, 10, '2026-11-25')
  await grant(world, cafe, customer, 7, '2026-12-05')
  await consume(world, cafe, customer, 15)
  world.moveClock('2026-11-26T02:59:59Z')
  expect((await historyOf(customer.headers, {}))[0]).toEqual(['CNS', -15])
  world.moveClock('2026-11-26T03:00:00Z')
  expect(await historyOf(customer.headers, {})).toEqual([
    ['EXP', -35],
    ['CNS', -15],
    ['GNR', 7],
    ['GNR', 10],
    ['GNR', 40],
  ])
  const { body } = await call('GET /points', { headers: customer.headers, query: { per_page: 1 } })
  expect((body as PointsEntry[])[0]).toMatchObject({
    type_id: 'EXP',
    sequence: 4,
    origin: 'expiry',
    created_at: '2026-11-26T03:00:00.000Z',
    expires_at: '2026-11-25',
    points_value: -35,
    lots: [{ points_amount: -25 }, { points_amount: -10 }],
  })
  // Each expiry keeps its chronological place on every page.
  world.moveClock('2026-12-10T15:00:00Z')
  await grant(world, cafe, customer, 3)
  expect(await historyOf(customer.headers, { per_page: 1 })).toEqual([['GNR', 3]])
  expect(await historyOf(customer.headers, { per_page: 1, before: 5 })).toEqual([
    ['EXP', -7],
    ['EXP', -35],
    ['CNS', -15],
  ])
  expect(await historyOf(customer.headers, { per_page: 9, before: 4 })).toEqual([
    ['GNR', 7],
    ['GNR', 10],
    ['GNR', 40],
  ])
  expect(await historyOf(customer.headers, { days: 15 })).toEqual([
    ['GNR', 3],
    ['EXP', -7],
    ['EXP', -35],
  ])
})

test('an earning that pays a deficit names the points that paid it among its lots [R7.3 D4]', async () => {
  world.moveClock('2026-11-20T15:00:00Z')
  const customer = await world.registered(cafe)
  const returned = (await world.generate(cafe, sale(customer.document))).body as GeneratedPoints
  await consume(world, cafe, customer, 40)
  await call('POST /partner/points/{id}/reverse', {
    headers: asPartner(cafe),
    params: { id: returned.id },
    body: { external_id: randomUUID() },
  })
  const paying = (await world.generate(cafe, sale(customer.document))).body as GeneratedPoints
  await world.generate(cafe, sale(customer.document))

  const { body } = await call('GET /points', { headers: customer.headers })
  const earnings = (body as PointsEntry[]).filter(({ type_id }) => type_id === 'GNR')
  expect(earnings.map(({ lots }) => lots)).toEqual([
    [],
    [
      {
        id: paying.id,
        points_amount: -40,
        points_value: -40,
        expires_at: paying.expires_at,
      },
    ],
    [],
  ])
})

test('an expiry stays in the history when the spent part of its lot comes back [R7.3 D4]', async () => {
  world.moveClock('2026-11-20T15:00:00Z')
  const customer = await world.registered(cafe)
  await grant(world, cafe, customer, 40, '2026-11-25')
  const consumption = await consume(world, cafe, customer, 15)
  world.moveClock('2026-12-01T15:00:00Z')
  await undo(world, cafe, consumption.record!.id)
  expect(await historyOf(customer.headers, {})).toEqual([
    ['CNS_REVERSAL', 15],
    ['EXP', -25],
    ['CNS', -15],
    ['GNR', 40],
  ])
  world.moveClock('2026-12-18T15:00:00Z')
  expect((await historyOf(customer.headers, {}))[0]).toEqual(['EXP', -15])
})
