/** A hold ends at its instant without a job: its points can be read and spent from then on (D5). */

import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { expireIntentions } from '#api/intention/expire.ts'
import { capture, consume, grant, hold, release } from '#api/testing/worlds/movement.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { Notifications } from '#contract/notification.ts'
import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const openedAt = '2027-01-01T12:00:00.000Z'
const lastInstant = '2027-01-01T12:09:59.999Z'
const ended_at = '2027-01-01T12:10:00.000Z'

const { companyWith, redeem } = shopsOf(world)
const shop = await companyWith([{ value: 90 }])

type Customer = Awaited<ReturnType<typeof world.confirmed>>

/** A customer with 100 points, 80 of them held for ten minutes. */
async function openFor80(company: TestCompany = shop) {
  world.moveClock(openedAt)
  const customer = await world.confirmed(company, 100)
  const answer = await open(customer, 80, company)
  expect(answer.status).toBe(201)
  return { customer, id: (answer.body as TillIntention).id }
}

function open(customer: Customer, points_amount: number, company: TestCompany = shop) {
  return call('POST /partner/points/intention', {
    headers: asPartner(company),
    body: sale(customer.document, { points_amount }),
  })
}

function captureByTill(id: string, body: object = {}) {
  return call('POST /partner/points/intention/{id}/capture', {
    headers: asPartner(shop),
    params: { id },
    body,
  })
}

async function auditClean() {
  expect((await audit(database, world.now())).differences).toEqual([])
}

/** The customer's points in every response that contains them. */
async function readEverywhere({ headers, document }: Customer) {
  const get = async <Body>(key: Parameters<typeof call>[0], query = {}) =>
    (await call(key, { headers, query })).body as Body
  const { amount_balance } = await get<{ amount_balance: number }>('GET /customer/balance')
  const me = await get<{ balance: { amount_balance: number } }>('GET /customer')
  const screen = await get<{ balance: { held_amount: number } }>('GET /customer/dashboard')
  const statement = await get<{ amount_balance: number; held_amount: number }>(
    'GET /points/statement',
    { at: '2027-01-01' },
  )
  const [prize] = await get<{ redeemable: boolean }[]>('GET /prize')
  const till = await call('GET /partner/customer', {
    headers: asPartner(shop),
    query: { document },
  })
  return {
    balance: amount_balance,
    me: me.balance.amount_balance,
    till: (till.body as typeof me).balance.amount_balance,
    statement: statement.amount_balance,
    held: [screen.balance.held_amount, statement.held_amount],
    redeemable: prize!.redeemable,
    poll: (await call('GET /points/intention', { headers })).status,
  }
}

test('every response shows the points of an ended hold as free [D5]', async () => {
  const { customer } = await openFor80()
  world.moveClock(lastInstant)
  const figures = { balance: 20, me: 20, till: 20, statement: 20 }
  const before = { ...figures, held: [80, 80], redeemable: false, poll: 200 }
  expect(await readEverywhere(customer)).toEqual(before)
  world.moveClock(ended_at)
  const free = { balance: 100, me: 100, till: 100, statement: 100 }
  const after = { ...free, held: [0, 0], redeemable: true, poll: 204 }
  expect(await readEverywhere(customer)).toEqual(after)
  await auditClean()
})

test('points of an ended hold can be spent, and a late capture of the hold gets 409 [D5]', async () => {
  const { customer, id } = await openFor80()
  const confirmed = await call('POST /points/intention/{id}/confirm', {
    headers: customer.headers,
    params: { id },
  })
  expect(confirmed.status).toBe(200)
  world.moveClock(lastInstant)
  expect(errorOf(await redeem(customer, [[shop.prizes[0]!]]))).toMatchObject({
    type: 'insufficient_balance',
    details: { missing: 70 },
  })
  world.moveClock(ended_at)
  expect((await redeem(customer, [[shop.prizes[0]!]])).status).toBe(201)
  expect(errorOf(await captureByTill(id))).toMatchObject({ status: 409, type: 'intention_over' })
  expect(await readEverywhere(customer)).toMatchObject({ balance: 10, held: [0, 0] })
  await auditClean()
})

test('the next intention can hold the points of an expired intention [D5]', async () => {
  const { customer, id } = await openFor80()
  world.moveClock(lastInstant)
  expect(errorOf(await open(customer, 20)).type).toBe('intention_open')
  world.moveClock(ended_at)
  const next = await open(customer, 100)
  expect(next).toMatchObject({
    status: 201,
    body: { balance: { amount_balance: 100 }, balance_after: { amount_balance: 0 } },
  })
  const headers = asPartner(shop)
  const first = await call('GET /partner/points/intention/{id}', { headers, params: { id } })
  expect(first.body).toMatchObject({ status: 'EXPIRED', captured: null })
  expect(await readEverywhere(customer)).toMatchObject({ balance: 0, held: [100, 100], poll: 200 })
  await auditClean()
})

test('an intention for a money value can hold the points of an ended hold [D5]', async () => {
  const { customer } = await openFor80()
  world.moveClock(ended_at)
  const body = sale(customer.document, { points_value: 95 })
  const answer = await call('POST /partner/points/intention', { headers: asPartner(shop), body })
  expect(answer).toMatchObject({ status: 201, body: { points_amount: 95, points_value: 95 } })
})

test('points of an ended hold pay a deficit, at read and at spend [D4]', async () => {
  world.moveClock(openedAt)
  const customer = await world.confirmed(shop)
  const purchase = (await world.generate(shop, sale(customer.document))).body as GeneratedPoints
  await world.generate(shop, sale(customer.document, { purchase_value: 3_000 }))
  expect((await open(customer, 110)).status).toBe(201)
  // The hold has 110 points. The 20 free points belong to the other lot, so the return of 100 leaves a deficit of 100.
  const returned = await call('POST /partner/points/{id}/reverse', {
    headers: asPartner(shop),
    params: { id: purchase.id },
    body: { external_id: randomUUID() },
  })
  expect(returned.status).toBe(201)
  const owes = { amount: 0, held_amount: 110, deficit_amount: 100 }
  world.moveClock(lastInstant)
  expect(await currentBalance(customer)).toMatchObject(owes)
  world.moveClock(ended_at)
  const settled = { amount: 30, held_amount: 0, deficit_amount: 0 }
  expect(await currentBalance(customer)).toMatchObject(settled)
  await auditClean()
  expect(await consume(world, shop, customer, 31)).toMatchObject({ details: { missing: 1 } })
  expect(await currentBalance(customer)).toMatchObject(settled)
  expect(await consume(world, shop, customer, 30)).toMatchObject({ error: null })
  await auditClean()
})

function currentBalance({ id }: { id: string }) {
  return row<Record<string, number>>(
    database,
    sql`select * from current_balance(${shop.id}, ${id}, ${world.now()})`,
  )
}

test('a held lot past its last day expires when its hold ends [D5]', async () => {
  // 23:55 of 31/12 in São Paulo. The hold ends at 00:05.
  world.moveClock('2027-01-01T02:55:00Z')
  const [late, early] = [await world.confirmed(shop), await world.confirmed(shop)]
  for (const customer of [late, early]) await grant(world, shop, customer, 100, '2026-12-31')
  const ids = [await open(late, 80), await open(early, 80)].map(
    ({ body }) => (body as TillIntention).id,
  )
  world.moveClock('2027-01-01T03:04:59.999Z')
  expect(await currentBalance(late)).toMatchObject({ amount: 0, held_amount: 80 })
  expect(await expiredOf(late)).toEqual([-20])
  const params = { id: ids[1]! }
  await call('POST /points/intention/{id}/confirm', { headers: early.headers, params })
  expect((await captureByTill(ids[1]!)).status).toBe(200)

  world.moveClock('2027-01-01T03:05:00Z')
  expect(await currentBalance(late)).toMatchObject({ amount: 0, held_amount: 0 })
  expect(await expiredOf(late)).toEqual([-100])
  const schedule = await call('GET /points/expiring', { headers: late.headers })
  expect(schedule.body).toEqual([])
  expect(errorOf(await open(late, 1))).toMatchObject({
    type: 'insufficient_balance',
    details: { missing: 1 },
  })
  expect(await currentBalance(late)).toMatchObject({ amount: 0, held_amount: 0 })
  expect(await expiredOf(late)).toEqual([-100])
  await auditClean()
})

async function expiredOf({ headers }: Customer): Promise<number[]> {
  const { body } = await call('GET /points', { headers })
  return (body as PointsEntry[])
    .filter(({ type_id }) => type_id === 'EXP')
    .map(({ points_amount }) => points_amount)
}

test('expiry schedule, dashboard and notices count the points of an ended hold [R7.2]', async () => {
  world.moveClock(openedAt)
  const customer = await world.confirmed(shop)
  await grant(world, shop, customer, 100, '2027-01-08')
  expect((await open(customer, 80)).status).toBe(201)
  const scheduled = async () => {
    const { body } = await call('GET /points/expiring', { headers: customer.headers })
    const screen = await call('GET /customer/dashboard', { headers: customer.headers })
    const { expiring } = screen.body as { expiring: { points_amount: number } }
    return [(body as { points_amount: number }[])[0]!.points_amount, expiring.points_amount]
  }
  world.moveClock(lastInstant)
  expect(await scheduled()).toEqual([20, 20])
  world.moveClock(ended_at)
  expect(await scheduled()).toEqual([100, 100])
  await row(database, sql`select write_notices(${shop.id}, '{7}', 1000, ${world.now()})`)
  const inbox = await call('GET /notification', { headers: customer.headers })
  const { notifications } = inbox.body as Notifications
  const expiring = notifications.find(({ type }) => type === 'points_expiring')
  expect(expiring).toMatchObject({ data: { points_amount: 100 } })
})

test('a late expiry job writes an intention’s end and notification once and moves no points [D5]', async () => {
  const { customer, id } = await openFor80()
  world.moveClock('2027-01-01T12:30:00Z')
  expect(await consume(world, shop, customer, 100)).toMatchObject({ error: null })
  world.moveClock('2027-01-01T12:31:00Z')
  await expireIntentions(database, world.now())
  await expireIntentions(database, world.now())
  const stored = await row(
    database,
    sql`select status, intention.ended_at, hold.ended_at as freed_at
          from intention
          join hold using (company_id, id)
         where company_id = ${shop.id} and id = ${id}`,
  )
  expect(stored).toMatchObject({ status: 'EXPIRED', ended_at, freed_at: ended_at })
  const inbox = await call('GET /notification', { headers: customer.headers })
  const ends = (inbox.body as Notifications).notifications.filter(
    ({ type }) => type === 'intention_ended',
  )
  expect(ends).toMatchObject([{ created_at: '2027-01-01T12:31:00.000Z' }])
  expect(await currentBalance(customer)).toMatchObject({ amount: 0, held_amount: 0 })
  await auditClean()
})

test('the job that expires intentions saves the next instant at which the balance changes [D5]', async () => {
  const { customer } = await openFor80()
  await grant(world, shop, customer, 1, '2027-01-08')
  world.moveClock(ended_at)
  await expireIntentions(database, world.now())
  const saved = await row(
    database,
    sql`select amount, held_amount, changes_at from balance where customer_id = ${customer.id}`,
  )
  expect(saved).toEqual({ amount: 101, held_amount: 0, changes_at: '2027-01-09T03:00:00.000Z' })
})

test('a node whose clock is behind does not reopen an ended hold [D5]', async () => {
  const { customer, id } = await openFor80()
  world.moveClock(ended_at)
  await grant(world, shop, customer, 1)
  world.moveClock(lastInstant)
  expect(await currentBalance(customer)).toMatchObject({ amount: 101, held_amount: 0 })
  expect(errorOf(await captureByTill(id)).type).toBe('intention_over')
  await auditClean()
})

const minutes = fc.integer({ min: 1, max: 3_000 })
const amount = fc.integer({ min: 1, max: 60 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('grant'), amount, days: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('buy'), amount }) },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('hold'), amount, minutes }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('release'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('capture'), which: fc.nat(5), amount }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('return'), which: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('consume'), amount }) },
  { weight: 4, arbitrary: fc.record({ verb: fc.constant('wait'), minutes }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test('after random steps and a wait, exactly the balance can be spent, without a job [D5]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 20 }),
      minutes,
      async (steps, later) => {
        world.moveClock(openedAt)
        const customer = await world.registered(shop)
        const made = { purchases: [] as string[], holds: [] as string[] }
        for (const one of steps) await play(customer, made, one)
        advance(later)
        const { amount, held_amount } = (await currentBalance(customer))!
        const short = await consume(world, shop, customer, amount! + 1)
        expect(short).toMatchObject({ error: 'insufficient_balance', details: { missing: 1 } })
        // The failed spend changes no figure.
        expect(await currentBalance(customer)).toMatchObject({ amount, held_amount })
        expect(await consume(world, shop, customer, amount!)).toMatchObject({ error: null })
        expect(await currentBalance(customer)).toMatchObject({ amount: 0, held_amount })
        await auditClean()
        await rows(database, sql`delete from balance where customer_id = ${customer.id}`)
      },
    ),
    { numRuns: 10 },
  )
})

function advance(minutes: number): void {
  world.moveClock(new Date(world.now().getTime() + minutes * 60_000).toISOString())
}

async function play(
  customer: Customer,
  { purchases, holds }: { purchases: string[]; holds: string[] },
  one: Step,
): Promise<void> {
  const until = (ms: number) => new Date(world.now().getTime() + ms).toISOString()
  const pick = (ids: string[], which: number) => ids[which % ids.length] ?? randomUUID()
  switch (one.verb) {
    case 'wait':
      return advance(one.minutes)
    case 'grant':
      return void (await grant(
        world,
        shop,
        customer,
        one.amount,
        until(one.days * 86_400_000).slice(0, 10),
      ))
    case 'buy': {
      const sold = sale(customer.document, { purchase_value: one.amount * 100 })
      return void purchases.push(((await world.generate(shop, sold)).body as GeneratedPoints).id)
    }
    case 'hold':
      holds.push(randomUUID())
      return void (await hold(
        world,
        shop,
        customer,
        holds.at(-1)!,
        one.amount,
        until(one.minutes * 60_000),
      ))
    case 'release':
      return release(world, shop, pick(holds, one.which))
    case 'capture':
      return void (await capture(world, shop, pick(holds, one.which), one.amount))
    case 'consume':
      return void (await consume(world, shop, customer, one.amount))
    case 'return':
      return void (await call('POST /partner/points/{id}/reverse', {
        headers: asPartner(shop),
        params: { id: pick(purchases, one.which) },
        body: { external_id: randomUUID() },
      }))
  }
}
