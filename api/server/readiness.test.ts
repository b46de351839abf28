import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import { buildLike } from '#api/testing/samples/build-like.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { openPool, timeLimits } from '#database/sql.ts'

let isDraining = false
const world = await createWorld({
  portalFolder: await buildLike(),
  options: {
    isDraining: () => isDraining,
    shedding: { readPressure: () => ({ queueLength: 1e6, eventLoopDelay_ms: 1e6 }) },
  },
})
const { database } = world

async function ask(url: string, headers: Record<string, string> = {}, app = world.app) {
  const answer = await app.inject({ url, headers })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers }
}
const readiness = async (app?: FastifyInstance) => {
  const { status, body } = await ask('/ready', {}, app)
  return [status, (JSON.parse(body) as { status: string }).status]
}

describe.each(['/live', '/ready'])('%s', (path) => {
  test.each(['cafe.localhost', '10.0.0.7:3000', 'nobody.example'])(
    'a probe answers 200 to the host name %s under any load, as JSON that is not cached [D20]',
    async (host) => {
      const { status, body, headers } = await ask(path, { host, accept: 'text/html' })
      expect({ status, body }).toEqual({ status: 200, body: '{"status":"ok"}' })
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers).not.toHaveProperty('set-cookie')
    },
  )
})

test('a draining node is not ready, but it is live and serves calls [D20]', async () => {
  isDraining = true
  expect(await readiness()).toEqual([503, 'draining'])
  expect((await ask('/ready')).headers['cache-control']).toBe('no-store')
  expect((await ask('/live')).status).toBe(200)
  expect((await world.call('GET /health')).status).toBe(200)
  // A proxy then keeps no connection that the node closes in the middle of a POST.
  const health = await ask('/api/health', { host: 'cafe.localhost' })
  expect(health.headers['connection']).toBe('close')
  isDraining = false
  expect(await readiness()).toEqual([200, 'ok'])
})

test('without its database a node is live but not ready; it is ready again afterwards [D20]', async () => {
  const own = openPool(world.url, 1, { ...timeLimits, probe_ms: 200 })
  const { app } = await world.nodeWith(own)
  await eventually(async () => expect(await readiness(app)).toEqual([200, 'ok']))
  // Take the pool's only connection, so that the probe gets none.
  const connection = await own.connect()
  expect(await readiness(app)).toEqual([503, 'unavailable'])
  expect((await ask('/live', {}, app)).status).toBe(200)
  connection.release()
  await eventually(async () => expect(await readiness(app)).toEqual([200, 'ok']))
})

describe('a database schema', () => {
  test.each([
    ['is of another release and older', "hash = 'other', release = '0.0.1'", [503, 'schema']],
    ['is of a newer release', "hash = 'other', release = '99.0.0'", [200, 'ok']],
  ])(
    'a database schema that %s makes the node ready only if this release can serve it [D20]',
    async (_, change, expected) => {
      const file = "where name = 'engine/apply.sql'"
      await database.query('create table original as table schema_file')
      await database.query(`update schema_file set ${change} ${file}`)
      expect(await readiness()).toEqual(expected)
      await database.query(
        `update schema_file set hash = original.hash, release = original.release
         from original where original.name = schema_file.name`,
      )
      await database.query('drop table original')
      expect(await readiness()).toEqual([200, 'ok'])
    },
  )

  test('a database schema that has no tables of Fiel makes the node not ready [D20]', async () => {
    await database.query('alter table schema_file rename to other')
    expect(await readiness()).toEqual([503, 'schema'])
    await database.query('alter table other rename to schema_file')
    expect(await readiness()).toEqual([200, 'ok'])
  })
})
