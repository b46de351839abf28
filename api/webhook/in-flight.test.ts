import { expect, test } from 'vitest'

import { createInFlight, type InFlight } from './in-flight.ts'

const newInFlight = () => createInFlight({ max: 24, maxToEndpoint: 8, maxClaimed: 4 })

/** Simulates a claim with `found` deliveries per endpoint. Returns them and whether to poll again. */
function claim(inFlight: InFlight, found: Record<string, number>) {
  const room = inFlight.room()
  const busy = inFlight.busyEndpoints()
  const claimed = Object.entries(found).flatMap(([endpoint_id, count]) =>
    Array.from({ length: count }, () => ({ endpoint_id })),
  )
  const sendings = claimed.map(({ endpoint_id }) => {
    const sending = Promise.withResolvers<void>().promise
    inFlight.add(sending, endpoint_id)
    return sending
  })
  return { sendings, pollsAgain: inFlight.noteClaim(claimed, room, busy) }
}

const remove = (inFlight: InFlight, sendings: Promise<void>[]) =>
  sendings.map((sending) => inFlight.remove(sending))

test('an endpoint with more is polled at once up to its maximum, then once half have ended', () => {
  const inFlight = newInFlight()
  const first = claim(inFlight, { a: 4 })
  expect(first.pollsAgain).toBe(true)
  expect(inFlight.busyEndpoints()).toEqual([])
  const second = claim(inFlight, { a: 4 })
  expect(second.pollsAgain).toBe(false)
  expect(inFlight.busyEndpoints()).toEqual(['a'])
  expect(remove(inFlight, first.sendings)).toEqual([false, false, false, true])
  expect(inFlight.busyEndpoints()).toEqual([])
})

test('an endpoint whose last claim found less than it may take is not polled again', () => {
  const inFlight = newInFlight()
  const { sendings } = claim(inFlight, { a: 4 })
  const rest = claim(inFlight, { a: 1, b: 3 })
  expect(rest.pollsAgain).toBe(false)
  expect(remove(inFlight, [...sendings, ...rest.sendings])).not.toContain(true)
  expect(inFlight.room()).toBe(24)
})

test('an endpoint that has more is polled while another endpoint does not answer', () => {
  const inFlight = newInFlight()
  claim(inFlight, { slow: 4 })
  const { sendings, pollsAgain } = claim(inFlight, { slow: 4, quick: 4 })
  expect(pollsAgain).toBe(true)
  expect(inFlight.busyEndpoints()).toEqual(['slow'])
  expect(claim(inFlight, { quick: 4 }).pollsAgain).toBe(false)
  expect(inFlight.busyEndpoints()).toEqual(['slow', 'quick'])
  expect(remove(inFlight, sendings.slice(4))).toEqual([false, false, false, true])
  expect(inFlight.busyEndpoints()).toEqual(['slow'])
})

test('after a claim that used all room, a node polls once one endpoint’s maximum is free', () => {
  const inFlight = newInFlight()
  const { sendings, pollsAgain } = claim(inFlight, { a: 4, b: 4, c: 4, d: 4, e: 4, f: 4 })
  expect(pollsAgain).toBe(false)
  expect(inFlight.room()).toBe(0)
  expect(remove(inFlight, sendings.slice(0, 9))).toEqual([
    ...Array.from({ length: 7 }, () => false),
    true,
    false,
  ])
})
