import { expect, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { timeOutFolds, timeOutPoints, timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { createWorld, sale, type TestCompany } from '#api/testing/worlds/world.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { settledBefore } from '#database/watermark/settled.ts'

import { foldReports, rebuildReports } from './fold.ts'

const world = await createWorld()
const { database } = world
const shops = shopsOf(world)
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const fold = (company: TestCompany, options: { before?: string; pageSize?: number } = {}) =>
  foldReports(database, world.now(), undefined, { only: company.id, before: lastId, ...options })

const sums = (company: TestCompany, kind: string) =>
  rows<{ day: string; shop: string; item: string; count: number; amount: number; value: number }>(
    database,
    sql`select day, shop, item, count, amount, value
          from report_day
         where company_id = ${company.id} and kind = ${kind} and count <> 0
         order by day, shop, item`,
  )

test('a sale counts on the day of its company’s time zone and in its shop [D18]', async () => {
  const noronha = await world.createCompany('noronha', { time_zone: 'America/Noronha' })
  const rioBranco = await world.createCompany('rio-branco', { time_zone: 'America/Rio_Branco' })
  world.moveClock('2026-11-21T02:30:00Z')
  for (const company of [noronha, rioBranco]) {
    const { document } = await world.registered(company)
    await world.generate(company, sale(document, { subsidiary_name: 'Centro' }))
    await fold(company)
  }
  expect(await sums(noronha, 'earn')).toMatchObject([{ day: '2026-11-21', shop: 'Centro' }])
  expect(await sums(rioBranco, 'earn')).toMatchObject([{ day: '2026-11-20', shop: 'Centro' }])
})

test('concurrent and repeated folds count each record once [D18]', async () => {
  const company = await world.createCompany('duas-vezes', {})
  const { document } = await world.registered(company)
  for (let n = 0; n < 7; n += 1) await world.generate(company, sale(document))
  await Promise.all([1, 2, 3].map(() => fold(company, { pageSize: 2 })))
  await fold(company)
  await fold(company)
  expect(await sums(company, 'earn')).toMatchObject([{ count: 7, amount: 700 }])
  expect(await sums(company, 'active_30')).toMatchObject([{ count: 1 }, { count: -1 }])
})

test('a record that commits after younger ones is still counted [D18]', async () => {
  const company = await world.createCompany('atrasada', {})
  const [ana, rui] = [await world.registered(company), await world.registered(company)]
  await transaction(database, async (connection) => {
    const grant = {
      verb: 'grant',
      amount: 5,
      origin: 'promotion',
      calculation: {},
      caller_id: ana.id,
    }
    await rows(
      connection,
      sql`select apply(${company.id}, ${JSON.stringify([grant])}::jsonb, ${world.now()})`,
    )
    await world.generate(company, sale(rui.document))
    await fold(company, { before: (await settledBefore(database)).id })
    expect(await sums(company, 'earn')).toEqual([])
  })
  await eventually(async () => {
    await fold(company, { before: (await settledBefore(database)).id })
    expect(await sums(company, 'earn')).toMatchObject([{ count: 1 }])
    expect(await sums(company, 'promote')).toMatchObject([{ count: 1, amount: 5 }])
  })
})

test('a report says up to when sales are counted: not later than an open transaction began [D18]', async () => {
  const company = await world.createCompany('contada', {})
  const foldedAt = async () =>
    (
      await row<{ folded_at: string }>(
        database,
        sql`select folded_at from report_progress where company_id = ${company.id}`,
      )
    )?.folded_at
  for (let n = 0; n < 3; n += 1) {
    await world.generate(company, sale((await world.registered(company)).document))
  }
  // One page of three: the second and third record are not folded.
  const first = sql`select fold_records(${company.id}, ${lastId}, 1, ${world.now()})`
  await rows(database, first)
  expect(await foldedAt()).toBeNull()
  await transaction(database, async (connection) => {
    await rows(connection, sql`select pg_current_xact_id()`)
    await rows(database, sql`select pg_sleep(0.2)`)
    await foldReports(database, world.now(), undefined, { only: company.id })
    const late_ms = world.now().getTime() - Date.parse((await foldedAt())!)
    expect(late_ms).toBeGreaterThan(1_200)
  })
  await fold(company)
  expect(await foldedAt()).toBe(world.now().toISOString())
})

test('points count as expired on their last day, once that day has ended [D18 D4]', async () => {
  const company = await world.createCompany('vence', {
    calculation_rules: [
      { name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: 10 } },
    ],
  })
  world.moveClock('2026-11-22T15:00:00Z')
  const { document } = await world.registered(company)
  await world.generate(company, sale(document, { subsidiary_name: 'Centro' }))
  world.moveClock('2026-12-03T02:59:00Z')
  await fold(company)
  expect(await sums(company, 'expire')).toEqual([])
  world.moveClock('2026-12-03T03:06:00Z')
  await fold(company)
  expect(await sums(company, 'expire')).toEqual([
    { day: '2026-12-02', shop: 'Centro', item: '', count: 1, amount: -100, value: -100 },
  ])
})

test('members and vouchers count by the day on which they changed [D18]', async () => {
  world.moveClock('2026-12-10T15:00:00Z')
  const shop = await shops.companyWith([{ value: 10, expires_in: 5 }])
  const ana = await shops.customerWith(shop, 100)
  const [used, left, returned] = [
    await shops.bought(ana, shop.prizes[0]!),
    await shops.bought(ana, shop.prizes[0]!),
    await shops.bought(ana, shop.prizes[0]!),
  ]
  world.moveClock('2026-12-11T15:00:00Z')
  await shops.withdraw(shop, used.code, 'Centro')
  await shops.cancel(shop, returned.code)
  await world.generate(shop, sale('52998224725'))
  world.moveClock('2026-12-20T15:00:00Z')
  await fold(shop)
  const [prize] = shop.prizes
  expect(left.state).toBe('TO_WITHDRAW')
  expect(await sums(shop, 'voucher_issued')).toMatchObject([
    { day: '2026-12-10', item: prize, count: 3, amount: 30 },
  ])
  expect(await sums(shop, 'voucher_withdrawn')).toMatchObject([
    { day: '2026-12-11', shop: 'Centro', count: 1 },
  ])
  expect(await sums(shop, 'voucher_cancelled')).toMatchObject([{ day: '2026-12-11', count: 1 }])
  expect(await sums(shop, 'voucher_expired')).toMatchObject([{ day: '2026-12-15', count: 1 }])
  expect(await sums(shop, 'redeem')).toMatchObject([{ item: prize, count: 3, amount: -30 }])
  expect(await sums(shop, 'redeem_back')).toMatchObject([{ item: prize, count: 1, amount: 10 }])
  expect(await sums(shop, 'join')).toMatchObject([
    { day: '2026-12-10', item: 'registered', count: 1 },
    { day: '2026-12-11', item: 'pre', count: 1 },
  ])
})

test('a rebuild of one company leaves another company’s sums alone [D18 D2]', async () => {
  const [one, other] = [
    await world.createCompany('uma', {}),
    await world.createCompany('outra', {}),
  ]
  for (const company of [one, other]) {
    await world.generate(company, sale((await world.registered(company)).document))
    await fold(company)
  }
  await rows(database, sql`update report_day set amount = 1 where company_id = ${other.id}`)
  await rebuildReports(database, one.id, world.now())
  await fold(one)
  expect(await sums(one, 'earn')).toMatchObject([{ amount: 100 }])
  expect(await sums(other, 'earn')).toMatchObject([{ amount: 1 }])
})

test('a company whose records take too long does not keep the next one from its reports [D18]', async () => {
  const companies = [
    await world.createCompany('demorada', {}),
    await world.createCompany('pontual', {}),
  ]
  const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (const company of [first!, second!]) {
    await world.generate(company, sale((await world.registered(company)).document))
  }
  await timeOutWrites(database, 'report_day', first!.id)
  await expect(foldReports(database, world.now(), undefined, { before: lastId })).rejects.toThrow(
    'the reports of 1 companies were not folded',
  )
  expect(await sums(second!, 'earn')).toMatchObject([{ amount: 100 }])
})

test('records that take too long are folded in smaller pages, each record once [D18]', async () => {
  const company = await world.createCompany('muitas-vendas', {})
  const { document } = await world.registered(company)
  for (let n = 0; n < 5; n += 1) await world.generate(company, sale(document))
  await timeOutFolds(database, company.id, 2)
  await fold(company)
  await fold(company)
  expect(await sums(company, 'earn')).toMatchObject([{ count: 5, amount: 500 }])
})

test('the states of customers that take too long are counted in smaller pages, each customer once [D18]', async () => {
  world.moveClock('2026-12-20T15:00:00Z')
  const company = await world.createCompany('muita-gente', {})
  for (let n = 0; n < 3; n += 1) await world.registered(company)
  world.moveClock('2026-12-21T15:00:00Z')
  await timeOutPoints(database, company.id, 1)
  await fold(company)
  expect(await sums(company, 'join')).toMatchObject([{ day: '2026-12-20', count: 3 }])
})
