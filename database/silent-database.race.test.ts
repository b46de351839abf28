/** A database connection that goes silent without closing, as after a fail-over or behind a firewall that dropped it. */

import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { silentProxy } from '#api/testing/fakes/silent-proxy.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { type Answer, asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'

import { isDatabaseAway, openPool, row, sql, timeLimits, transaction } from './sql.ts'

const world = await createWorld()
const { cafe } = world

/** Time limits shorter than in production, in the same order. */
const limits = { connect_ms: 500, statement_ms: 900, answer_ms: 1_000, probe_ms: 300 }

async function nodeBehindProxy() {
  const proxy = await silentProxy(world.url)
  const pool = openPool(proxy.url, 10, limits)
  const node = await world.nodeWith(pool)
  onTestFinished(proxy.close)
  return { ...node, proxy, pool }
}

/** An unfinished call gets 503, or 409 while the first call with its key is in progress. Both have Retry-After. */
function expectPutOff(answers: Answer[]): void {
  for (const answer of answers) {
    expect(['unavailable', 'idempotency_in_progress']).toContain(errorOf(answer).type)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
}

test('a node waits less than 20 s for its database, and probes it within 5 s', async () => {
  expect(world.appDatabase.options).toMatchObject({
    query_timeout: timeLimits.answer_ms,
    keepAlive: true,
  })
  const { rows: limits } = await world.appDatabase.query<{ setting: string }>(
    `select setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`,
  )
  expect(limits.map(({ setting }) => Number(setting))).toEqual(
    Array(2).fill(timeLimits.statement_ms),
  )
  expect(timeLimits.answer_ms).toBeLessThan(20_000)
  expect(timeLimits.statement_ms).toBeLessThan(timeLimits.answer_ms)
  expect(timeLimits.probe_ms).toBeLessThanOrEqual(5_000)
})

test('a silent database makes sales and health answer 503; later repeats count sales once', async () => {
  const { call, proxy } = await nodeBehindProxy()
  const customer = await world.confirmed(cafe)
  const { document, headers } = customer
  // A batch holds one sale of a customer and 3 batches are in flight, so most sales wait. Half have an idempotency key.
  const sales = Array.from({ length: 24 }, (_, at) => ({
    body: sale(document),
    headers: {
      ...asPartner(cafe),
      ...(at % 2 === 1 && { 'idempotency-key': randomUUID() }),
    },
  }))
  const sell = (at: number) => call('POST /partner/points/generate', sales[at])
  const all = sales.map((_, at) => at)
  // Fill the pool, so that it holds connections that go silent.
  await Promise.all(all.map(() => call('GET /customer/balance', { headers })))

  proxy.goSilent('everything')
  const [health, balance, ...first] = await Promise.all([
    call('GET /health'),
    call('GET /customer/balance', { headers }),
    ...all.map(sell),
  ])
  expectPutOff([health, balance, ...first])
  expectPutOff([await call('GET /health')])

  proxy.restore()
  await eventually(async () => expect((await call('GET /health')).status).toBe(200))
  const again = all.map((at) => eventually(async () => expect((await sell(at)).status).toBe(201)))
  await Promise.all(again)
  expect(await call('GET /customer/balance', { headers })).toMatchObject({
    status: 200,
    body: { amount_balance: 24 * 100 },
  })
})

test.each<[string, object, boolean]>([
  ['without a key, while it is committed', {}, false],
  ['with a key, while it is committed', { 'idempotency-key': randomUUID() }, false],
  ['with a key, which stays locked', { 'idempotency-key': randomUUID() }, true],
])(
  'a sale that lost its answer counts once when it is repeated: %s',
  async (_, key, staysLocked) => {
    const { call, proxy } = await nodeBehindProxy()
    const { document, headers } = await world.confirmed(cafe)
    const sent = { body: sale(document), headers: { ...asPartner(cafe), ...key } }
    const sell = () => call('POST /partner/points/generate', sent)
    const other = await world.database.connect()
    await other.query('begin')
    // This lock stops the sale where it stores its outcome. At that point it holds the lock of its key.
    if (staysLocked) await other.query('lock table idempotency in share mode')
    proxy.goSilentAt('apply(', 'answers')
    expectPutOff([await sell()])
    proxy.restore()
    await other.query('rollback')
    other.release()
    await eventually(async () => expect((await sell()).status).toBe(201))
    const balance = await world.call('GET /customer/balance', { headers })
    expect(balance.body).toMatchObject({ amount_balance: 100 })
  },
)

test('a silent connection is closed, also in a transaction, and is not asked to roll back', async () => {
  const proxy = await silentProxy(world.url)
  onTestFinished(proxy.close)
  const pool = openPool(proxy.url, 1, limits)
  onTestFinished(() => pool.end())
  const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error)
  await row(pool, sql`select 1`)
  proxy.goSilent('everything')
  expect(isDatabaseAway(await failureOf(row(pool, sql`select 1`)))).toBe(true)
  proxy.restore()
  expect(await row(pool, sql`select 2 as own`)).toEqual({ own: 2 })

  let statements: unknown[] = []
  const failure = await failureOf(
    transaction(pool, async (connection) => {
      statements = vi.spyOn(connection, 'query').mock.calls
      proxy.goSilent('everything')
      await row(connection, sql`select 1`)
    }),
  )
  expect(isDatabaseAway(failure)).toBe(true)
  expect(statements).toHaveLength(1)
  expect(pool.totalCount).toBe(0)
})

test('the job queue gives up on a silent connection and continues on another', async () => {
  const proxy = await silentProxy(world.url)
  onTestFinished(proxy.close)
  const boss = await openJobs(proxy.url, createLog('silent'), limits)
  onTestFinished(() => boss.stop({ graceful: false }))
  await boss.createQueue('mail-of-test')
  proxy.goSilent('everything')
  await expect(boss.send('mail-of-test')).rejects.toThrow()
  proxy.restore()
  await eventually(async () => expect(await boss.send('mail-of-test')).toEqual(expect.any(String)))
})
