/** The error codes of idempotency keys, at each endpoint that takes one. */

import { randomUUID } from 'node:crypto'

import pg from 'pg'
import { afterAll, expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { asPartner, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { inSchema, row, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, database } = world
const ana = await world.registered(cafe)
const till = (await row<{ id: string }>(
  database,
  sql`select id from partner_key where company_id = ${cafe.id}`,
))!
const other = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
await other.connect()
afterAll(() => other.end())

const keyed = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => (endpoints[key] as Endpoint).idempotent,
)

function headersFor(key: EndpointKey, idempotencyKey: string): Record<string, string> {
  const caller = endpoints[key].caller === 'partner' ? asPartner(cafe) : ana.headers
  return { ...caller, 'idempotency-key': idempotencyKey }
}

test.each(keyed)(
  '%s with a used key and another request gets idempotency_mismatch and changes nothing [D2 I6]',
  async (key) => {
    const headers = headersFor(key, randomUUID())
    const send = (params: Record<string, string>) =>
      call(key, { ...validRequest(key, ana), params, headers })
    expect((await send({ id: randomUUID(), code: 'PRIMEIRO' })).status).toBeLessThan(500)
    const before = await fingerprint(database)
    const second = await send({ id: randomUUID(), code: 'SEGUNDO' })
    expect(errorOf(second)).toEqual({ status: 422, type: 'idempotency_mismatch' })
    expect(await fingerprint(database)).toEqual(before)
  },
)

/** Holds the lock of a key, as another node does while it works under the key (engine/idempotency/idempotency.sql). */
async function claim(key: EndpointKey, idempotencyKey: string): Promise<void> {
  const caller =
    endpoints[key].caller === 'partner' ? { partner_key_id: till.id } : { caller_id: ana.id }
  const commands = [{ verb: 'earn', ...caller, key: idempotencyKey, key_fingerprint: '' }]
  await other.query(
    sql`select from claim_keys(
          ${cafe.id}, located(programme_of(${cafe.id}), ${JSON.stringify(commands)}, ${world.now()}), ${world.now()})`,
  )
}

test('each endpoint answers idempotency_in_progress while another node works under the same key [D2]', async () => {
  const calls = keyed.map((key) => ({ key, idempotencyKey: randomUUID() }))
  await other.query('begin')
  for (const { key, idempotencyKey } of calls) await claim(key, idempotencyKey)
  const before = await fingerprint(database)
  const answers = await Promise.all(
    calls.map(({ key, idempotencyKey }) =>
      call(key, { ...validRequest(key, ana), headers: headersFor(key, idempotencyKey) }),
    ),
  )
  const type = 'idempotency_in_progress'
  expect(answers.map(errorOf)).toEqual(calls.map(() => ({ status: 409, type })))
  expect(await fingerprint(database)).toEqual(before)
  await other.query('rollback')
})
