import { expect, test } from 'vitest'

import { public_sources } from '#api/address/sources.ts'
import { createApp } from '#api/app.ts'
import { openPool } from '#api/database/sql.ts'
import { createLog } from '#api/log.ts'
import { identityProviderOf } from '#api/session/identity-provider.ts'
import { asCustomer, asPartner, createWorld, newCpf, refusalOf, sale } from '#api/testing/world.ts'

const world = await createWorld()
const { cafe, call } = world

test('GET /health answers ok while the database does', async () => {
  expect(await call('GET /health')).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('unavailable: a database that is away is a 503 with Retry-After at every call, a defect at none', async () => {
  // Nothing listens on port 1.
  const pool = openPool('postgres://nobody@127.0.0.1:1/none', 2)
  const app = await createApp({
    database: pool,
    clock: () => new Date(),
    secret: Buffer.alloc(32),
    queueMail: async () => undefined,
    address_sources: public_sources,
    identity_provider: identityProviderOf({}, true),
    trusted_proxies: [],
    portal_folder: null,
    log: createLog('silent'),
    demo_mailbox: null,
    demo_tills: null,
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

test('a connection that breaks in the middle heals: the calls after it are answered', async () => {
  const customer = await world.registered(cafe)
  await world.database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fiel' and pid <> pg_backend_pid() and datname = current_database()",
  )
  const answers = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    answers.push(await call('GET /customer/balance', { headers: customer.headers }))
  }
  expect(answers.at(-1)).toMatchObject({ status: 200 })
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(refusalOf(answer).type).toBe('unavailable')
  }
})
