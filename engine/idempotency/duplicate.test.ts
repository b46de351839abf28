import { expect, test } from 'vitest'

import type { Clock } from '#database/io.ts'

import { createTurns } from './duplicate.ts'

/** A clock whose timers fire when the test says so. */
function manualClock() {
  const timers = new Set<() => void>()
  const clock: Clock = {
    elapsed_ms: () => 0,
    after: (_wait_ms, work) => {
      timers.add(work)
      return () => void timers.delete(work)
    },
    nextTurn: (work) => work(),
  }
  return { clock, timers, fire: () => timers.forEach((work) => work()) }
}

type Outcome = { isStored: boolean; by: string }

function setUp() {
  const { clock, timers, fire } = manualClock()
  const inTurn = createTurns(clock, 5_000)
  const started: string[] = []
  /** A call of `key` that ends when the test ends it. */
  function call(key: string, by: string) {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const run = () => {
      started.push(by)
      return promise
    }
    const answer = inTurn(key, run, () => ({ isStored: false, by: `${by} refused` }))
    return { answer, reject, end: (isStored: boolean) => resolve({ isStored, by }) }
  }
  return { call, started, timers, fire }
}

/** Lets all promises that can go on do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a duplicate waits until the first call has stored its outcome, and then runs as a replay [D2]', async () => {
  const { call, started, timers } = setUp()
  const [first, second, third] = [call('a', 'first'), call('a', 'second'), call('a', 'third')]
  await settle()
  expect(started).toEqual(['first'])
  first.end(true)
  expect(await first.answer).toMatchObject({ by: 'first' })
  await settle()
  // Both replay at once: the outcome is stored, so neither can have an effect.
  expect(started).toEqual(['first', 'second', 'third'])
  second.end(true)
  third.end(true)
  await Promise.all([second.answer, third.answer])
  expect(timers.size).toBe(0)
})

test('of several duplicates one runs at a time until one stores its outcome [D2]', async () => {
  const { call, started } = setUp()
  const [first, second, third] = [call('a', 'first'), call('a', 'second'), call('a', 'third')]
  first.end(false)
  await settle()
  expect(started).toEqual(['first', 'second'])
  second.end(false)
  await settle()
  expect(started).toEqual(['first', 'second', 'third'])
  third.end(true)
  expect(await third.answer).toMatchObject({ by: 'third' })
})

test('a call that fails gives its turn to the next duplicate [D2]', async () => {
  const { call, started } = setUp()
  const [first, second] = [call('a', 'first'), call('a', 'second')]
  first.reject(new Error('the connection is lost'))
  await expect(first.answer).rejects.toThrow('the connection is lost')
  await settle()
  expect(started).toEqual(['first', 'second'])
  second.end(true)
  expect(await second.answer).toMatchObject({ by: 'second' })
})

test('a duplicate that has waited longer than the limit is refused and never runs [D2]', async () => {
  const { call, started, fire } = setUp()
  const [first, second] = [call('a', 'first'), call('a', 'second')]
  await settle()
  fire()
  expect(await second.answer).toEqual({ isStored: false, by: 'second refused' })
  first.end(true)
  await first.answer
  expect(started).toEqual(['first'])
})

test('a call that has its turn is not refused, however long it runs [D2]', async () => {
  const { call, timers, fire } = setUp()
  const [first, second] = [call('a', 'first'), call('a', 'second')]
  first.end(false)
  await settle()
  expect(timers.size).toBe(0)
  fire()
  second.end(true)
  expect(await second.answer).toMatchObject({ by: 'second' })
})

test('calls with other keys do not wait [D2]', async () => {
  const { call, started } = setUp()
  const calls = [call('a', 'first'), call('b', 'second')]
  await settle()
  expect(started).toEqual(['first', 'second'])
  for (const { end } of calls) end(true)
  await Promise.all(calls.map(({ answer }) => answer))
})
