import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Chance } from './chance.ts'
import { guardMachine, withoutMachine } from './guard.ts'
import { Timeline } from './timeline.ts'

const limit = { ms: 1_000, events: 10_000 }

test('events run at their instants, in this order, and the clock jumps between them', async () => {
  const timeline = new Timeline(1)
  const ran: string[] = []
  for (const wait_ms of [30, 10, 20, 10]) {
    timeline.after(wait_ms, 'event', () => void ran.push(`${wait_ms} at ${timeline.now_ms}`))
  }
  const cancel = timeline.after(15, 'cancelled', () => void ran.push('cancelled'))
  cancel()
  expect(await timeline.run(() => false, limit)).toBe('empty')
  expect(ran).toEqual(['10 at 10', '10 at 10', '20 at 20', '30 at 30'])
})

test('all promises of an event settle before the next event of the same instant', async () => {
  const timeline = new Timeline(1)
  const steps: string[] = []
  for (const name of ['a', 'b']) {
    timeline.after(5, name, () => {
      void (async () => {
        for (let n = 0; n < 50; n += 1) await Promise.resolve()
        steps.push(name)
      })()
      steps.push(name)
    })
  }
  await timeline.run(() => false, limit)
  expect([steps.slice(0, 2), steps.slice(2)]).toEqual([
    [steps[0], steps[0]],
    [steps[2], steps[2]],
  ])
})

test('a run ends when it is done, when its time is over, or after too many events', async () => {
  const timeline = new Timeline(1)
  const again = () => void timeline.after(1, 'event', again)
  again()
  expect(await timeline.run(() => timeline.now_ms >= 5, limit)).toBe('done')
  expect(await timeline.run(() => false, { ms: 10, events: 1_000 })).toBe('late')
  expect(await timeline.run(() => false, { ms: 1_000, events: 10 })).toBe('late')
})

test('the same seed orders events of one instant in the same way, and another seed in another', async () => {
  const order = async (seed: number) => {
    const timeline = new Timeline(seed)
    const ran: number[] = []
    for (let n = 0; n < 20; n += 1) timeline.after(1, `event ${n}`, () => void ran.push(n))
    await timeline.run(() => false, limit)
    return { ran, hash: timeline.trace.hash() }
  }
  const first = await order(7)
  expect(await order(7)).toEqual(first)
  expect((await order(8)).ran).not.toEqual(first.ran)
  expect((await order(8)).hash).not.toBe(first.hash)
})

test('the random numbers of a seed are the same on every machine', () => {
  const chance = new Chance(42)
  expect(Array.from({ length: 4 }, () => chance.below(1_000))).toEqual([430, 983, 27, 906])
  expect(chance.uuid()).toBe('08c1f680-4428-4d8b-899a-8ab61ac569c8')
})

describe('a schedule without the machine', () => {
  let release = () => undefined as void
  beforeAll(() => {
    release = guardMachine()
  })
  afterAll(() => release())

  test.each<[string, () => unknown]>([
    ['Date.now()', () => Date.now()],
    ['new Date()', () => new Date()],
    ['Math.random', () => Math.random()],
    ['performance.now', () => performance.now()],
    ['setTimeout', () => setTimeout(() => undefined, 0)],
    ['setImmediate', () => setImmediate(() => undefined)],
    ['fetch', () => fetch('data:,')],
    ['crypto.randomUUID', () => crypto.randomUUID()],
    ['node:crypto randomBytes', () => randomBytes(4)],
  ])(
    'a schedule that uses %s is refused, also if its code swallows the error',
    async (name, use) => {
      const swallowing = withoutMachine(async () => {
        try {
          await use()
        } catch {
          // As product code might.
        }
      })
      await expect(swallowing).rejects.toThrow(`a schedule has used ${name}`)
      expect(() => use()).not.toThrow()
    },
  )

  test('a date of a known instant is no use of the machine', async () => {
    expect(await withoutMachine(async () => new Date(5).toISOString())).toBe(
      '1970-01-01T00:00:00.005Z',
    )
    expect(new Date()).toBeInstanceOf(Date)
  })
})

test('a released machine has its own functions again, and no schedule runs on it', async () => {
  const owned = () => [Math.random, Date, setTimeout]
  const before = owned()
  const release = guardMachine()
  expect(owned().every((one, at) => one !== before[at])).toBe(true)
  release()
  expect(owned()).toEqual(before)
  await expect(withoutMachine(async () => undefined)).rejects.toThrow('guardMachine')
})
