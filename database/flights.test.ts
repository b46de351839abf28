import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import { createFlights, type Flights, flightsOf, type Queue } from './flights.ts'

const world = await createWorld()

type Flight = { from: string; land: () => void }

/** A queue with `batches` waiting. The test ends its flights. */
function queueOf(name: string, batches: number, departed: Flight[]): Queue {
  let waiting = batches
  return {
    hasWaiting: () => waiting > 0,
    send: () => {
      waiting -= 1
      const { promise, resolve } = Promise.withResolvers<void>()
      departed.push({ from: name, land: resolve })
      return promise
    },
  }
}

function departures(flights: Flights, queues: Record<string, number>) {
  const departed: Flight[] = []
  for (const [name, batches] of Object.entries(queues)) {
    flights.request(queueOf(name, batches, departed))
  }
  return departed
}

async function land(flight: Flight): Promise<void> {
  flight.land()
  await new Promise(setImmediate)
}

const origins = (departed: Flight[]) => departed.map(({ from }) => from).join(' ')

test('eight queues together stay within the bound, and one queue within three flights', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const departed = departures(
    createFlights(12, 1_000),
    Object.fromEntries(names.map((name) => [name, 100])),
  )
  expect(departed).toHaveLength(12)
  for (let at = 0; at < 100; at += 1) await land(departed[at]!)
  expect(departed).toHaveLength(112)
  const own = departures(createFlights(12, 1_000), { a: 100 })
  expect(own).toHaveLength(3)
})

test('queues take turns: a long queue does not starve the others', async () => {
  const departed = departures(createFlights(2, 1_000), { long: 9, other: 2, third: 1 })
  for (let at = 0; at < 12; at += 1) await land(departed[at]!)
  expect(origins(departed)).toBe('long long long other third long other long long long long long')
})

test('a queue whose flights hang leaves the others their turns', async () => {
  const departed = departures(createFlights(4, 1_000), { silent: 9, other: 5 })
  for (let turn = 0; turn < 5; turn += 1) {
    const next = departed.filter(({ from }) => from === 'other')[turn]!
    await land(next)
  }
  expect(departed.filter(({ from }) => from === 'silent')).toHaveLength(3)
  expect(departed.filter(({ from }) => from === 'other')).toHaveLength(5)
})

test('tells the age of the oldest flight', async () => {
  const flights = createFlights(2, 1_000)
  expect(flights.longest_ms()).toBe(0)
  const [flight] = departures(flights, { a: 1 })
  await new Promise(setImmediate)
  expect(flights.longest_ms()).toBeGreaterThan(0)
  await land(flight!)
  expect(flights.longest_ms()).toBe(0)
})

test('the queues of a pool share one bound, which leaves half of its connections free', () => {
  const { appDatabase: pool } = world
  const flights = flightsOf(pool)
  expect(flightsOf(pool)).toBe(flights)
  expect(flightsOf(world.database)).not.toBe(flights)
  const departed = departures(flights, { a: 9, b: 9, c: 9, d: 9, e: 9, f: 9, g: 9, h: 9 })
  expect(departed).toHaveLength(5)
  expect(pool.options.max).toBe(10)
  for (const { land } of departed) land()
})
