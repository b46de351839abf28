import { describe, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import type { Shed } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { errorCodes } from '#contract/error.ts'

import type { Pressure } from './shedding.ts'

const calm: Pressure = { queueLength: 0, eventLoopDelay_ms: 0 }
const keys = Object.keys(endpoints) as EndpointKey[]
const keysOf = (...classes: Shed[]) => keys.filter((key) => classes.includes(endpoints[key].shed))

/** A node under a load that the test chooses. */
async function openNode() {
  const lines: string[] = []
  let pressure = calm
  const { call, app } = await createWorld({
    log: (line) => lines.push(line),
    options: { shedding: { readPressure: () => pressure, hold_ms: 0, random: () => 0.5 } },
  })

  /** The endpoints that answer 503 under this load. */
  async function shedAt(reading: Partial<Pressure>): Promise<EndpointKey[]> {
    pressure = { ...calm, ...reading }
    const refused: EndpointKey[] = []
    for (const key of keys) {
      const { status, headers, body } = await call(key)
      if (status !== 503) continue
      refused.push(key)
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(2)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(10)
      const { message } = errorCodes.unavailable
      expect(body).toEqual({ status: 503, message, data: { type: 'unavailable' } })
    }
    return refused
  }

  return { app, lines, shedAt }
}

describe('the order of load shedding', async () => {
  const { shedAt } = await openNode()

  test.each([
    ['nothing', { queueLength: 125, eventLoopDelay_ms: 225 }, []],
    ['imports and polls', { queueLength: 126 }, ['bulk', 'poll']],
    ['imports and polls', { eventLoopDelay_ms: 226 }, ['bulk', 'poll']],
    ['imports, polls and lists', { queueLength: 146 }, ['bulk', 'poll', 'list']],
    ['imports, polls and lists', { eventLoopDelay_ms: 301 }, ['bulk', 'poll', 'list']],
    ['all but sales', { queueLength: 301 }, ['bulk', 'poll', 'list', 'login']],
    ['all but sales', { eventLoopDelay_ms: 701 }, ['bulk', 'poll', 'list', 'login']],
    [
      'all but sales',
      { queueLength: 1e6, eventLoopDelay_ms: 1e6 },
      ['bulk', 'poll', 'list', 'login'],
    ],
  ] as [string, Partial<Pressure>, Shed[]][])(
    'the server sheds %s at %j',
    async (_, reading, classes) => {
      expect(await shedAt(reading)).toEqual(keysOf(...classes))
    },
  )

  test('the server never sheds a call that moves points, a till’s call in a sale, or a health check', () => {
    const never = keysOf('never')
    expect(never).toContain('GET /health')
    expect(never).toEqual(
      expect.arrayContaining(keys.filter((key) => 'idempotent' in endpoints[key])),
    )
    const sale: EndpointKey[] = [
      'GET /partner/customer',
      'POST /partner/points/simulate',
      'GET /partner/points/intention/{id}',
      'DELETE /partner/points/intention/{id}',
      'POST /points/intention/{id}/confirm',
      'DELETE /points/intention/{id}',
      'GET /partner/voucher/{code}',
    ]
    expect(never).toEqual(expect.arrayContaining(sale))
  })

  test('the server sheds nothing once the load is gone', async () => {
    await shedAt({ queueLength: 1e6 })
    expect(await shedAt(calm)).toEqual([])
  })

  test('the server logs one warning with the counts of all shed calls, and no line for each call', async () => {
    // Its own, because the 10 s of a warning begin with the first call that a node sheds.
    const { app, lines, shedAt } = await openNode()
    const shed = await shedAt({ queueLength: 200 })
    await app.close()
    const entries = lines.map((line) => JSON.parse(line) as { level: number; status?: number })
    expect(entries.filter(({ level }) => level >= 50)).toEqual([])
    expect(entries.filter(({ status }) => status === 503)).toEqual([])
    const [warning, ...more] = entries.filter(({ level }) => level === 40)
    expect(more).toEqual([])
    expect(warning).toMatchObject({
      msg: 'unavailable',
      counts: { 'poll shed': expect.any(Number), 'list shed': expect.any(Number) },
    })
    expect(shed.length).toBeGreaterThan(20)
  })
})
