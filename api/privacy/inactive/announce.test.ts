import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { settleDue } from '#api/level/settle-due.ts'
import { purgeExpired } from '#api/session/purge.ts'
import { createInactiveWorld, day } from '#api/testing/worlds/inactive-world.ts'
import { timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { asPartner, sale } from '#api/testing/worlds/world.ts'
import { CustomerData } from '#contract/privacy.ts'
import { row, rows, sql } from '#database/sql.ts'

import { eraseInactive } from './inactive.ts'

const world = await createInactiveWorld()
const { call, database, secret } = world
const { createShop, run, announce, isErased, announcements } = world

type Person = Awaited<ReturnType<typeof world.registered>>

beforeEach(() => world.moveClock(day.first))

async function redeem({ document, headers }: Person): Promise<{ code: string }> {
  const [prize] = (await call('GET /prize', { headers })).body as [{ id: string }]
  const body = { customer_document: document, products: [{ prize_id: prize.id, quantity: 1 }] }
  const sent = { ...headers, 'idempotency-key': randomUUID() }
  const answer = await call('POST /voucher/generate', { headers: sent, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return (answer.body as [{ code: string }])[0]
}

describe('the announcement of an erasure', () => {
  test('no erasure is announced by default: a customer who is away for ten years is kept [D16]', async () => {
    const company = await createShop({ retention: {} })
    const customer = await world.confirmed(company, 100)
    world.moveClock('2036-11-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    expect(await announcements(company)).toEqual([])
    expect(await isErased(company, customer)).toBe(false)
  })

  test('an erasure’s announcement comes once after the period, with the loss and a last day in 30 days [D16]', async () => {
    const company = await createShop()
    const customer = await world.confirmed(company, 100)
    world.moveClock(day.almost)
    expect((await run(company)).jobs).toEqual([])
    world.moveClock(day.announced)
    const { jobs } = await run(company)
    expect(jobs).toEqual([
      {
        kind: 'erasure_announced',
        company_id: company.id,
        customer_id: customer.id,
        announcement_id: expect.any(String),
      },
    ])
    expect(await announcements(company)).toEqual([
      {
        customer_id: customer.id,
        id: jobs[0]!.announcement_id,
        points_amount: 100,
        points_value: 100,
        erase_after: '2027-12-22T03:00:00.000Z',
      },
    ])
    expect((await run(company)).jobs).toEqual([])
  })

  test('the period before an announcement counts from the last use of a session, also a purged one [D16]', async () => {
    const company = await createShop()
    const customer = await world.confirmed(company)
    world.moveClock('2026-12-20T15:00:00Z')
    const { headers } = customer
    expect((await call('GET /customer', { headers })).status).toBe(200)
    const exported = await call('GET /customer/data', { headers })
    const { profile } = CustomerData.parse(JSON.parse(exported.text))
    expect(profile.last_seen_on).toBe('2026-12-20')
    world.moveClock(day.announced)
    await purgeExpired(database, world.now())
    expect((await run(company)).jobs).toEqual([])
    world.moveClock('2027-12-21T15:00:00Z')
    expect((await run(company)).jobs).toHaveLength(1)
  })

  test('the period before an announcement counts from a voucher’s withdrawal; an open one stops it [D16]', async () => {
    const company = await createShop()
    const customer = await world.confirmed(company, 100)
    const { code } = await redeem(customer)
    world.moveClock('2028-03-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    const withdrawn = await call('POST /partner/voucher/{code}/withdraw', {
      headers: asPartner(company),
      params: { code },
      body: { subsidiary_name: 'Loja 1' },
    })
    expect(withdrawn.status, withdrawn.text).toBeLessThan(300)
    world.moveClock('2029-03-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    world.moveClock('2029-03-21T15:00:00Z')
    expect((await run(company)).jobs).toHaveLength(1)
  })

  test('a level that falls by itself is no activity that delays an erasure’s announcement [D16]', async () => {
    const company = await createShop({
      levels: [
        { name: 'Início', trigger_amount: 0 },
        { name: 'Ouro', trigger_amount: 100 },
      ],
      settings: { levels_system: 'LOOKBACK', update_lookback: 100 },
    })
    const customer = await world.confirmed(company, 200)
    world.moveClock('2027-06-20T15:00:00Z')
    await settleDue(database, world.now(), new AbortController().signal)
    const settled = await row(
      database,
      sql`select moved_at from balance where company_id = ${company.id} and customer_id = ${customer.id}`,
    )
    expect(settled).toEqual({ moved_at: '2027-06-20T15:00:00.000Z' })
    expect(await announce(company)).toHaveLength(1)
  })

  test('no erasure is announced to an unconfirmed email or a pre-registered document [D16]', async () => {
    const company = await createShop()
    const customer = await world.registered(company)
    await world.generate(company, sale('52998224725'))
    expect(await announce(company)).toEqual([])
    world.moveClock('2036-11-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    expect(await isErased(company, customer)).toBe(false)
  })

  test('an erasure’s announcement waits the whole period if no day of activity is noted [D16]', async () => {
    const company = await createShop()
    await world.confirmed(company)
    await rows(database, sql`delete from customer_activity where company_id = ${company.id}`)
    expect(await announce(company)).toEqual([])
    world.moveClock('2028-11-20T15:00:00Z')
    expect((await run(company)).jobs).toEqual([])
    world.moveClock('2028-11-22T15:00:00Z')
    expect((await run(company)).jobs).toHaveLength(1)
  })

  test('an announcement is not stored without its mail’s job; the error affects no other company [D16]', async () => {
    const [broken, other] = [await createShop(), await createShop()]
    await world.confirmed(broken)
    await world.confirmed(other)
    world.moveClock(day.announced)
    const failing = eraseInactive({
      database,
      secret,
      now: world.now(),
      queueMail: async (_, job) => {
        if (job.company_id === broken.id) throw new Error('the node is killed')
      },
    })
    await expect(failing).rejects.toThrow('inactive customers of 1 companies remain')
    expect(await announcements(broken)).toEqual([])
    expect(await announcements(other)).toHaveLength(1)
    expect((await run(broken)).jobs).toHaveLength(1)
  })

  test('a run that is aborted fails, so that the job is repeated [D16 D20]', async () => {
    const signal = AbortSignal.abort(new Error('the node stops'))
    const queueMail = async () => undefined
    const running = eraseInactive({ database, secret, now: world.now(), queueMail, signal })
    await expect(running).rejects.toThrow('the node stops')
  })

  test('an announcement that takes too long does not stop those of the next company [D16]', async () => {
    const companies = [await createShop(), await createShop()]
    const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    await world.confirmed(first!)
    await world.confirmed(second!)
    world.moveClock(day.announced)
    await timeOutWrites(database, 'erasure_announcement', first!.id)
    const queueMail = async () => undefined
    const running = eraseInactive({ database, secret, now: world.now(), queueMail })
    await expect(running).rejects.toThrow('inactive customers of 1 companies remain')
    expect(await announcements(first!)).toEqual([])
    expect(await announcements(second!)).toHaveLength(1)
  })

  test.each([
    ['turns the period off', { retention: { inactive_months: null } }],
    ['lengthens the period', { retention: { inactive_months: 24 } }],
    ['closes its portal', { blocked: true }],
  ])('an erasure’s announcement is withdrawn when the company %s [D16]', async (_, changes) => {
    const company = await createShop()
    const customer = await world.confirmed(company, 100)
    expect(await announce(company)).toHaveLength(1)
    await company.applyAgain(changes)
    world.moveClock(day.erased)
    expect(await run(company)).toMatchObject({ jobs: [] })
    expect(await announcements(company)).toEqual([])
    expect(await isErased(company, customer)).toBe(false)
  })
})
