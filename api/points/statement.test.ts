import { expect, test } from 'vitest'

import { consume, grant, hold } from '#api/testing/worlds/movement.ts'
import { createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { PointsEntry } from '#contract/points.ts'

const world = await createWorld()
const { call } = world
const shop = await world.createCompany('prazo', {
  calculation_rules: [
    {
      name: 'Compra',
      type: 'POINTS_PER_REAL',
      rate: 1,
      waiting_days: 5,
      expires_in: { days: 30 },
    },
  ],
})
world.moveClock('2027-01-01T15:00:00Z')
const customer = await world.registered(shop)
await grant(world, shop, customer, 50)
await grant(world, shop, customer, 30, '2027-01-20')
world.moveClock('2027-01-02T15:00:00Z')
await world.generate(shop, sale(customer.document)) // 100 points, valid from 07/01 to 06/02
await world.generate(shop, sale(customer.document, { purchase_value: 500 }))
world.moveClock('2027-01-10T15:00:00Z')
await consume(world, shop, customer, 40) // 30 points that expire on 20/01, 10 on 06/02
await hold(world, shop, customer, '019b0000-0000-7000-8000-000000000001', 5)

test('GET /points/expiring lists free points by day of expiry [R7.2]', async () => {
  const { body } = await call('GET /points/expiring', { headers: customer.headers })
  expect(body).toEqual([{ expires_at: '2027-02-06', points_amount: 90, points_value: 90 }])
})

const none = { pending: 0, held: 0, deficit: 0 }
test.each([
  ['2026-12-31', { ...none, balance: 0 }],
  ['2027-01-01', { ...none, balance: 80 }],
  ['2027-01-02', { ...none, balance: 80, pending: 105 }],
  ['2027-01-07', { ...none, balance: 185 }],
  ['2027-01-10', { ...none, balance: 140, held: 5 }],
  ['2027-02-06', { ...none, balance: 140, held: 5 }],
  ['2027-02-07', { ...none, balance: 50, held: 5 }],
])(
  'GET /points/statement at %s has the past, current or future figures: %j [D2]',
  async (at, expected) => {
    const { body } = await call('GET /points/statement', {
      headers: customer.headers,
      query: { at },
    })
    expect(body).toEqual({
      at,
      amount_balance: expected.balance,
      value_balance: expected.balance,
      pending_amount: expected.pending,
      pending_value: expected.pending,
      held_amount: expected.held,
      held_value: expected.held,
      deficit_amount: expected.deficit,
      deficit_value: expected.deficit,
    })
  },
)

test.each(['', '2027-02-30', '0000-01-01', '20270101', '2027-01-01T00:00:00Z', '99999-01-01'])(
  'a statement at "%s" is refused, and the error names the field [D2]',
  async (at) => {
    const answer = await call('GET /points/statement', { headers: customer.headers, query: { at } })
    expect(errorOf(answer)).toMatchObject({
      type: 'validation',
      fields: { at: expect.anything() },
    })
  },
)

test('a statement of a day more than 100 years ago is refused [R5.4]', async () => {
  const query = { at: '1900-01-01' }
  const answer = await call('GET /points/statement', { headers: customer.headers, query })
  expect(errorOf(answer)).toMatchObject({ status: 422, fields: { at: ['Data inválida'] } })
})

test('the history filters by 15 or 30 days and shows the lots of a consumption [R7.3]', async () => {
  const lists = await Promise.all(
    [15, 30].map((days) => call('GET /points', { headers: customer.headers, query: { days } })),
  )
  expect(lists.map(({ body }) => (body as PointsEntry[]).length)).toEqual([5, 5])
  expect((lists[0]!.body as PointsEntry[])[0]).toMatchObject({
    type_id: 'CNS',
    origin: 'voucher',
    points_amount: -40,
    lots: [
      { points_amount: -30, points_value: -30, expires_at: '2027-01-20' },
      { points_amount: -10, points_value: -10, expires_at: '2027-02-06' },
    ],
  })
  world.moveClock('2027-01-17T15:00:00Z')
  const { body, headers } = await call('GET /points', {
    headers: customer.headers,
    query: { days: 30, per_page: 1 },
  })
  expect((body as PointsEntry[])[0]).toMatchObject({ sequence: 5 })
  expect(headers['link']).toContain('&days=30')
  const later = await call('GET /points', { headers: customer.headers, query: { days: 15 } })
  expect((later.body as PointsEntry[]).map(({ sequence }) => sequence)).toEqual([5])
  const month = await call('GET /points', { headers: customer.headers, query: { days: 30 } })
  expect(month.body as PointsEntry[]).toHaveLength(5)
  expect((month.body as PointsEntry[])[4]).toMatchObject({
    origin: 'promotion',
    promotion: 'Natal',
  })
  const other = await call('GET /points', { headers: customer.headers, query: { days: 16 } })
  expect(errorOf(other)).toMatchObject({
    type: 'validation',
    fields: { days: expect.anything() },
  })
})

test('a customer gets too_many_requests after 60 statements, while another customer gets a statement [D2]', async () => {
  const other = await world.registered(shop)
  const ask = ({ headers }: { headers: Record<string, string> }) =>
    call('GET /points/statement', { headers, query: { at: '2027-01-10' } })
  const answers = []
  for (let n = 0; n <= 61; n += 1) answers.push(await ask(other))
  expect(answers.slice(0, 60).every(({ status }) => status === 200)).toBe(true)
  expect(errorOf(answers.at(-1)!)).toEqual({ status: 429, type: 'too_many_requests' })
  expect((await ask(customer)).status).toBe(200)
})
