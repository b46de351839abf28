import { type ClientRequest, get } from 'node:http'

import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { lockImport } from '#api/import/stored-import.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { balanceLine, csv, importsOf } from '#api/testing/worlds/import-world.ts'
import { lockWaits, somebodyWaits } from '#api/testing/worlds/lock.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { inSchema, row, sql, transaction } from '#database/sql.ts'

describe('the queue of calls', async () => {
  const world = await createWorld({ options: { shedding: { hold_ms: 0, random: () => 0 } } })
  const { cafe, call } = world
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })

  /** Runs `work` while every read and write of `table` is blocked. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const other = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
    await other.connect()
    await other.query(`begin; lock table ${table} in access exclusive mode`)
    try {
      await work()
    } finally {
      await other.end()
    }
  }

  test('while 90 sales wait, polls are shed but lists are not; no sale is lost, and polls recover', async () => {
    const customer = await world.confirmed(cafe)
    const { headers } = customer
    const poll = () => call('GET /points/intention', { headers })
    let sales: ReturnType<typeof call>[] = []
    await whileLocked('balance', async () => {
      sales = Array.from({ length: 90 }, () => world.generate(cafe, sale(customer.document)))
      await eventually(async () => expect((await poll()).status).toBe(503))
      expect((await call('GET /customer/consent', { headers })).status).toBe(200)
    })
    const answers = await Promise.all(sales)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect((await poll()).status).toBe(204)
  })

  test('200 polls that come at once while PostgreSQL pauses are all answered [T20]', async () => {
    let now_ms = 0
    const paused = await createWorld({
      options: { shedding: { hold_ms: 0, random: () => 0, now_ms: () => now_ms } },
    })
    const { headers } = await paused.confirmed(paused.cafe)
    const poll = () => paused.call('GET /points/intention', { headers })
    const burst = await transaction(paused.database, async (connection) => {
      await row(connection, sql`lock table session in access exclusive mode`)
      const waiting = Array.from({ length: 200 }, poll)
      await somebodyWaits(paused.database)
      return waiting
    })
    const answers = await Promise.all(burst)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    now_ms += 10_000
    expect((await poll()).status).toBe(204)
  })

  test.each([
    ['lists wait for the database', 'consent', 'GET /customer/consent', {}],
    [
      'logins wait for one another',
      'attempt',
      'POST /customer/login',
      { identifier: 'ninguem@exemplo.com.br', password: 'errada' },
    ],
  ] as const)(
    'connections of the pool are left for sales while many %s',
    async (_, table, key, body) => {
      const customer = await world.confirmed(cafe)
      const others = () =>
        call(key, { headers: customer.headers, ...(table === 'attempt' && { body }) })
      let waiting: ReturnType<typeof call>[] = []
      await whileLocked(table, async () => {
        waiting = Array.from({ length: 30 }, others)
        // Lists, and logins, may each use 10 % of the pool's ten connections: one.
        await eventually(async () => expect(await lockWaits(world.database)).toBe(1))
        const sold = await call('POST /partner/points/generate', {
          headers: asPartner(cafe),
          body: sale(customer.document),
        })
        expect(sold.status).toBe(201)
        expect(await lockWaits(world.database)).toBe(1)
      })
      const answers = await Promise.all(waiting)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    },
  )

  test('connections of the pool are left for sales while many imports are applied [T20 D17]', async () => {
    const customer = await world.confirmed(cafe)
    const { act, check } = importsOf(call, await staffOf(world, cafe))
    const { id } = await check(csv(balanceLine(newCpf(), 5, 'saldo')))
    await act(id, 'apply')
    let waiting: ReturnType<typeof call>[] = []
    await transaction(world.database, async (connection) => {
      await lockImport(connection, cafe.id, id)
      waiting = Array.from({ length: 30 }, () => act(id, 'continue'))
      await eventually(async () => expect(await lockWaits(world.database)).toBe(1))
      const sold = await world.generate(cafe, sale(customer.document))
      expect(sold.status).toBe(201)
      expect(await lockWaits(world.database)).toBe(1)
    })
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('a sign-in does not wait for the closing of a month [T20 D18]', async () => {
    const body = { identifier: 'ninguem@exemplo.com.br', password: 'errada' }
    const { headers } = await staffOf(world, cafe, 'manager')
    let closing: ReturnType<typeof call> | undefined
    await transaction(world.database, async (connection) => {
      await row(connection, sql`lock table report_closing in share mode`)
      closing = call('POST /admin/report/closing', { headers, body: { month: '2026-10' } })
      await somebodyWaits(world.database)
      const refused = await call('POST /customer/login', { headers: asGuest(cafe), body })
      expect(refused.status).toBe(422)
    })
    expect((await closing!).status).toBe(202)
  })

  test('a list that waits too long for its turn is shed, and lists are served again afterwards', async () => {
    const impatient = await createWorld({
      options: { shedding: { maxWait_ms: 20, hold_ms: 0 } },
    })
    const { headers } = await impatient.confirmed(impatient.cafe)
    const list = () => impatient.call('GET /customer/consent', { headers })
    const [first, second] = await transaction(impatient.database, async (connection) => {
      await row(connection, sql`lock table consent in access exclusive mode`)
      const served = list()
      await somebodyWaits(impatient.database)
      return [served, await list()]
    })
    expect(second.status).toBe(503)
    expect(second.headers['retry-after']).toMatch(/^[2-5]$/)
    expect((await first).status).toBe(200)
    expect((await list()).status).toBe(200)
  })

  test('waiting calls whose client has disconnected do not count towards shedding', async () => {
    const { headers } = await world.confirmed(cafe)
    const poll = () => call('GET /points/intention', { headers })
    await whileLocked('consent', async () => {
      const lists: ClientRequest[] = Array.from({ length: 90 }, () => {
        const request = get(`${address}/api/customer/consent`, { headers, agent: false })
        request.on('error', () => undefined)
        return request
      })
      await eventually(async () => expect((await poll()).status).toBe(503))
      lists.forEach((request) => request.destroy())
      await eventually(async () => expect((await poll()).status).toBe(204))
    })
  })
})
