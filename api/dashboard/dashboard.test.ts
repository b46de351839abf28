import { expect, test } from 'vitest'

import { grant } from '#api/testing/worlds/movement.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asCustomer, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Customer } from '#contract/customer.ts'
import type { Dashboard } from '#contract/dashboard.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { Notifications } from '#contract/notification.ts'
import type { PointsEntry } from '#contract/points.ts'

const world = await createWorld()
const { call } = world
const { companyWith, redeem } = shopsOf(world)

const shop = await companyWith(
  [{ value: 30 }],
  {},
  {
    settings: {
      levels_system: 'LOOKBACK',
      update_lookback: 365,
      customFields: { Cookie: { should_show: false, active: false } },
    },
    levels: [
      { name: 'Um', trigger_amount: 0 },
      { name: 'Dois', trigger_amount: 1_000 },
    ],
  },
)

type Caller = { headers: Record<string, string> }

async function read<Body>(key: EndpointKey, { headers }: Caller, query = {}): Promise<Body> {
  return (await call(key, { headers, query })).body as Body
}

test('the dashboard returns what six calls return: balance, level, expiry, history, vouchers, bell [R7.2]', async () => {
  const customer = await world.registered(shop)
  const days = ['10', '05', '06', '07', '08', '09', '11', '12', '13', '14']
  for (const day of days) {
    await grant(world, shop, customer, 10, `2027-03-${day}`)
  }
  await world.generate(shop, sale(customer.document, { purchase_value: 7_000 }))
  await grant(world, shop, customer, 1)
  for (let n = 0; n < 2; n += 1) await redeem(customer, [[shop.prizes[0]!, 1]])

  const found = await read<Dashboard>('GET /customer/dashboard', customer)
  const { balance, levels_system, transition_level_data } = await read<Customer>(
    'GET /customer',
    customer,
  )
  const schedule = await read<Dashboard['expiring']['days']>('GET /points/expiring', customer)
  const entries = await read<PointsEntry[]>('GET /points', customer, { per_page: 50 })
  const { unread_count } = await read<Notifications>('GET /notification', customer)
  expect(found.balance).toEqual(balance)
  expect(found.balance.amount_balance).toBe(111)
  expect(found.levels_system).toEqual(levels_system)
  expect(found.levels_system.next).toMatchObject({ level: { name: 'Dois' } })
  expect(found.transition_level_data).toEqual(transition_level_data)
  expect(found.expiring).toEqual({
    points_amount: schedule.reduce((sum, day) => sum + day.points_amount, 0),
    points_value: schedule.reduce((sum, day) => sum + day.points_value, 0),
    day_count: schedule.length,
    days: schedule.slice(0, 8),
  })
  expect(found.entries).toEqual(entries.slice(0, 5))
  expect(found.last_purchase).toEqual(
    entries.find(({ purchase_value, type_id }) => type_id === 'GNR' && purchase_value !== null),
  )
  expect(found.entries[0]).toMatchObject({ type_id: 'CNS', prize: 'Prêmio 0' })
  expect(found.last_purchase).toMatchObject({ subsidiary_name: 'Loja 1', purchase_value: 7_000 })
  expect(found.vouchers).toEqual(await read('GET /voucher', customer, { per_page: 3 }))
  expect(found.to_withdraw_count).toBe(2)
  expect(found.unread_count).toBe(unread_count)
})

test('the dashboard of a new customer is empty [R7.2]', async () => {
  const customer = await world.registered(world.cafe)
  expect(await read('GET /customer/dashboard', customer)).toMatchObject({
    balance: { amount_balance: 0, value_balance: 0 },
    levels_system: { current: null, next: null },
    expiring: { points_amount: 0, points_value: 0, day_count: 0, days: [] },
    entries: [],
    last_purchase: null,
    vouchers: [],
    to_withdraw_count: 0,
    unread_count: 0,
  })
})

test('the dashboard refuses a token under another company’s Company-Id [R7.2 T4]', async () => {
  const customer = await world.registered(world.cafe)
  const answer = await call('GET /customer/dashboard', {
    headers: asCustomer(world.posto, customer.token),
  })
  expect(errorOf(answer)).toMatchObject({ status: 401, type: 'unauthenticated' })
})

const store = await companyWith(
  [
    { value: 0 },
    { value: 40 },
    { value: 60 },
    { value: 90 },
    { value: 120 },
    { value: 30, stock: 0 },
    { value: 20, level_required: 'Dois' },
    { value: 70, show_in_store: false },
  ],
  {},
  {
    settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
    levels: [
      { name: 'Um', trigger_amount: 0 },
      { name: 'Dois', trigger_amount: 1_000 },
    ],
    calculation_rules: [
      { key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, waiting_days: 7 },
    ],
    promotions: ['HOJE', 'ANTES', 'SEGREDO'].map((code) => ({
      code,
      name: `Promoção ${code}`,
      starts_at: '2020-01-01',
      ends_at: code === 'ANTES' ? '2020-12-31' : '2099-12-31',
      type: code === 'SEGREDO' ? 'CODE' : 'BANNER_CLICK',
      action: { GENERATE_POINTS: { amount: 25 } },
    })),
  },
)

test('the dashboard has prizes in reach, then the cheapest that only lack points, none sold out [R7.2 D8]', async () => {
  const customer = await world.registered(store)
  await grant(world, store, customer, 60)
  await call('PUT /prize/{id}/favorite', {
    headers: customer.headers,
    params: { id: store.prizes[4]! },
  })
  const { prizes } = await read<Dashboard>('GET /customer/dashboard', customer)
  expect(
    prizes.map(({ value, redeemable, missing, favorite }) => [
      value,
      redeemable,
      missing,
      favorite,
    ]),
  ).toEqual([
    [60, true, 0, false],
    [40, true, 0, false],
    [0, true, 0, false],
    [90, false, 30, false],
    [120, false, 60, true],
  ])
})

test('the dashboard shows pending points and the next day on which some become available [R7.2 D4]', async () => {
  const customer = await world.registered(store)
  expect(await read('GET /customer/dashboard', customer)).toMatchObject({ next_available: null })
  await world.generate(store, sale(customer.document, { purchase_value: 5_000 }))
  await world.generate(store, sale(customer.document, { purchase_value: 2_000 }))
  const { next_available, balance, entries } = await read<Dashboard>(
    'GET /customer/dashboard',
    customer,
  )
  expect(balance).toMatchObject({ amount_balance: 0, pending_amount: 70 })
  expect(next_available).toEqual({
    points_amount: 70,
    points_value: balance.pending_value,
    available_at: entries[0]!.available_at,
  })
})

test('the dashboard has a banner’s promotion, once used as not activatable, and no secret code [R7.2 D9]', async () => {
  const customer = await world.confirmed(store)
  const shown = async () =>
    (await read<Dashboard>('GET /customer/dashboard', customer)).promotions.map(
      ({ code, activatable, points_amount, ends_at }) => [
        code,
        activatable,
        points_amount,
        ends_at,
      ],
    )
  expect(await shown()).toEqual([['HOJE', true, 25, '2099-12-31']])
  await call('POST /promotion/{code}/activate', {
    headers: customer.headers,
    params: { code: 'HOJE' },
  })
  expect(await shown()).toEqual([['HOJE', false, 25, '2099-12-31']])
})
