import pg from 'pg'
import { expect, test } from 'vitest'

import { publicSources } from '#api/address/sources.ts'
import { createApp } from '#api/app.ts'
import { identityProviderOf } from '#api/company/identity-provider.ts'
import { createLog } from '#api/log/log.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import {
  asCustomer,
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
} from '#api/testing/worlds/world.ts'
import { systemIo } from '#database/io.ts'
import { inSchema, openPool, timeLimits } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

const world = await createWorld()
const { cafe, call } = world

test('GET /health answers ok while the database answers', async () => {
  expect(await call('GET /health')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('every endpoint answers 503 with Retry-After while the database is away', async () => {
  // Nothing listens on port 1.
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', 2)
  const app = await createApp({
    database: pool,
    engine: createEngine(systemIo(pool)),
    clock: () => new Date(),
    secret: oneSecret(Buffer.alloc(32)),
    queueMail: async () => undefined,
    push: null,
    addressSources: publicSources,
    identityProvider: identityProviderOf({}, true),
    trustedProxies: [],
    portalFolder: null,
    log: createLog('silent'),
  })
  const calls = [
    { url: '/api/health' },
    { url: `/api/company/${cafe.id}` },
    { url: '/api/customer/balance', headers: asCustomer(cafe, 'A'.repeat(43)) },
    { url: '/api/customer', headers: asCustomer(cafe, 'A'.repeat(43)) },
    {
      url: '/api/partner/points/generate',
      method: 'POST' as const,
      headers: asPartner(cafe),
      payload: sale(newCpf()),
    },
  ]
  for (const request of calls) {
    const { statusCode, headers, body } = await app.inject(request)
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(JSON.parse(body)).toMatchObject({ data: { type: 'unavailable' } })
  }
  await app.close()
  await pool.end()
})

test('GET /health answers 503 while sales wait for the database, even if its own query works', async () => {
  const limits = { ...timeLimits, probe_ms: 200 }
  const node = await world.nodeWith(openPool(world.url, 10, limits))
  const { document } = await world.registered(cafe)
  const other = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await other.connect()
  await other.query('begin; lock table balance in access exclusive mode')
  const body = sale(document)
  const sold = node.call('POST /partner/points/generate', { headers: asPartner(cafe), body })
  await eventually(async () =>
    expect(errorOf(await node.call('GET /health')).type).toBe('unavailable'),
  )
  await other.end()
  expect((await sold).status).toBe(201)
  expect((await node.call('GET /health')).status).toBe(200)
})

test('after its connections were broken, the server answers calls again', async () => {
  const customer = await world.registered(cafe)
  await world.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^fiel' and pid <> pg_backend_pid() and datname = current_database()",
  )
  const answers = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    answers.push(await call('GET /customer/balance', { headers: customer.headers }))
  }
  expect(answers.at(-1)).toMatchObject({ status: 200 })
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(errorOf(answer).type).toBe('unavailable')
  }
})
