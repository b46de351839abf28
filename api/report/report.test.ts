import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { adjust, grant } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { ItemLine, Report, ShopLine } from '#contract/console/report.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

import { foldReports } from './fold.ts'

const world = await createWorld()
const { database, call } = world
const company = await world.createCompany('relatorio', {
  subsidiaries: [{ name: 'Centro' }, { name: 'Norte' }],
  promotions: [
    {
      code: 'BEMVINDO',
      name: 'Boas-vindas',
      starts_at: '2026-01-01',
      ends_at: '2027-12-31',
      action: { GENERATE_POINTS: { amount: 50 } },
    },
  ],
})
const { headers } = await staffOf(world, company, 'analyst')

world.moveClock('2026-10-10T15:00:00Z')
const ana = await world.confirmed(company)
await world.generate(company, sale(ana.document, { subsidiary_name: 'Centro' }))
world.moveClock('2026-11-10T15:00:00Z')
await world.generate(
  company,
  sale(ana.document, { subsidiary_name: 'Norte', purchase_value: 5_000 }),
)
await world.generate(
  company,
  sale(ana.document, { subsidiary_name: 'Cntro;', purchase_value: 900 }),
)
const activated = await call('POST /promotion/{code}/activate', {
  params: { code: 'BEMVINDO' },
  headers: { ...ana.headers, 'idempotency-key': randomUUID() },
})
expect(activated.status, activated.text).toBe(201)
world.moveClock('2026-11-20T15:00:00Z')
await foldReports(database, world.now(), undefined, {
  only: company.id,
  before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
})

const november = { from: '2026-11-01', to: '2026-11-30' }
const get = async <Body>(key: EndpointKey, query: Record<string, string>): Promise<Body> => {
  const answer = await call(key, { headers, query })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Body
}

test('a report has the figures of the period, of the one before and of each part [D18]', async () => {
  const report = await get<Report>('GET /admin/report', november)
  expect(report.before).toEqual({ from: '2026-10-02', to: '2026-10-31' })
  expect(report.current).toMatchObject({
    members: 1,
    joined: 0,
    active_30: 1,
    purchases: 2,
    purchase_value: 5_900,
    earned: { amount: 59, value: 59 },
    promoted: { amount: 50, value: 50 },
  })
  expect(report.previous).toMatchObject({
    members: 1,
    joined: 1,
    purchases: 1,
    purchase_value: 10_000,
  })
  expect(report.unit).toBe('day')
  expect(report.parts).toHaveLength(30)
  const sum = report.parts.reduce((total, { figures }) => total + figures.purchase_value, 0)
  expect(sum).toBe(report.current.purchase_value)
  expect(report.folded_at).toBe(world.now().toISOString())
})

test('the sums of a report equal the company’s records of these days [D18]', async () => {
  const { current } = await get<Report>('GET /admin/report', november)
  const [records] = await rows<{ amount: number; value: number }>(
    database,
    sql`select sum(amount)::bigint as amount, sum(value)::bigint as value
          from points_record
         where company_id = ${company.id} and created_at >= '2026-11-01T03:00:00Z'`,
  )
  expect({
    amount: current.earned.amount + current.promoted!.amount,
    value: current.earned.value + current.promoted!.value,
  }).toEqual(records)
})

test('a shop’s report leaves out what shops do not have [D18]', async () => {
  const { current } = await get<Report>('GET /admin/report', { ...november, shop: 'Norte' })
  expect(current).toMatchObject({
    members: null,
    joined: null,
    left: null,
    promoted: null,
    redeemed: null,
    adjusted: null,
    active_30: 1,
    purchases: 1,
    purchase_value: 5_000,
  })
})

test('the shops’ report lists names outside the company’s list apart [D18 D13]', async () => {
  const lines = await get<ShopLine[]>('GET /admin/report/shop', november)
  expect(lines.map(({ shop, is_unknown }) => [shop, is_unknown])).toEqual([
    ['Norte', false],
    ['Centro', false],
    ['Cntro;', true],
  ])
  expect(lines[1]!.previous.purchase_value).toBe(10_000)
})

test('the items’ report names rules and promotions [D18]', async () => {
  const lines = await get<ItemLine[]>('GET /admin/report/item', november)
  expect(lines.map(({ kind, current }) => [kind, current.count, current.amount])).toEqual([
    ['rule', 2, 59],
    ['promotion', 1, 50],
  ])
  expect(lines[1]!.name).toBe('Boas-vindas')
})

test('imports, adjustments and purchases without a rule have Portuguese names, also as CSV [D18]', async () => {
  const other = await world.createCompany('origens', {})
  const analyst = await staffOf(world, other, 'analyst')
  const customer = await world.registered(other)
  await adjust(world, other, customer, 30)
  await grant(world, other, customer, 5)
  await rows(
    database,
    sql`update points_record set origin = 'import' where company_id = ${other.id} and amount = 5`,
  )
  await foldReports(database, world.now(), undefined, {
    only: other.id,
    before: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  })
  const today = { from: '2026-11-20', to: '2026-11-20' }
  const lines = await call('GET /admin/report/item', { headers: analyst.headers, query: today })
  expect((lines.body as ItemLine[]).map(({ name }) => name)).toEqual([
    'Ajustes da equipe',
    'Saldos importados',
  ])
  const file = await call('GET /admin/report/file', {
    headers: analyst.headers,
    query: { ...today, table: 'items' },
  })
  expect(file.text).toContain('\r\nAjuste;Saldos importados;1;5;0,05;')
})

test('each table comes as CSV with money in reais [D18]', async () => {
  const file = async (table: string) =>
    (await call('GET /admin/report/file', { headers, query: { ...november, table } })).text
      .slice(1)
      .trimEnd()
      .split('\r\n')
  const summary = await file('summary')
  expect(summary).toHaveLength(31)
  expect(summary[10]).toMatch(/^10\/11\/2026;10\/11\/2026;1;0;0;1;1;2;59,00;59;0,59;50;0,50;/)
  const shops = await file('shops')
  expect(shops.map((line) => line.split(';').slice(0, 5).join(';')).slice(1, 3)).toEqual([
    'Norte;sim;1;1;50,00',
    'Centro;sim;0;0;0,00',
  ])
  expect(shops[3]).toMatch(/^"Cntro;";não;/)
  expect((await file('items'))[2]).toMatch(/^Promoção;Boas-vindas;1;50;0,50;/)
})

test.each([
  { from: '2026-11-30', to: '2026-11-01' },
  { from: '2020-01-01', to: '2026-11-01' },
  { from: '9999-12-31', to: '9999-12-31' },
  { from: '2026-11-31', to: '2026-12-01' },
  { from: '2026-11-01' },
])('a report refuses the period %j [D18]', async (query) => {
  const answer = await call('GET /admin/report', { headers, query })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
})

test('another company’s staff sees none of these figures [D18 D2]', async () => {
  const rita = await staffOf(world, world.posto, 'analyst')
  const asked = { headers: rita.headers, query: november }
  expect((await call('GET /admin/report', asked)).body).toMatchObject({
    current: { members: 0, purchases: 0, purchase_value: 0 },
    folded_at: null,
  })
  expect((await call('GET /admin/report/shop', asked)).body).toEqual([])
  expect((await call('GET /admin/report/item', asked)).body).toEqual([])
})
