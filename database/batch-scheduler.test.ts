import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import {
  createBatchScheduler,
  type BatchScheduler,
  batchSchedulerOf,
  type Queue,
} from './batch-scheduler.ts'

const world = await createWorld()

/** A batch in flight, with the name of its queue. `answer` ends it. */
type Batch = { from: string; answer: () => void }

/** A queue with `batches` waiting batches. It adds each batch that it sends to `sent`. */
function queueOf(name: string, batches: number, sent: Batch[]): Queue {
  let waiting = batches
  return {
    hasWaiting: () => waiting > 0,
    send: () => {
      waiting -= 1
      const { promise, resolve } = Promise.withResolvers<void>()
      sent.push({ from: name, answer: resolve })
      return promise
    },
  }
}

/** Asks for turns for one queue a name, with that many waiting batches. Returns the list of batches sent, which grows. */
function sentBatches(scheduler: BatchScheduler, queues: Record<string, number>) {
  const sent: Batch[] = []
  for (const [name, batches] of Object.entries(queues)) {
    scheduler.request(queueOf(name, batches, sent))
  }
  return sent
}

async function answer(batch: Batch): Promise<void> {
  batch.answer()
  await new Promise(setImmediate)
}

const origins = (sent: Batch[]) => sent.map(({ from }) => from).join(' ')

test('eight queues together stay within their limit, and one queue within three batches in flight', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const sent = sentBatches(
    createBatchScheduler(12, 1_000),
    Object.fromEntries(names.map((name) => [name, 100])),
  )
  expect(sent).toHaveLength(12)
  for (let at = 0; at < 100; at += 1) await answer(sent[at]!)
  expect(sent).toHaveLength(112)
  const own = sentBatches(createBatchScheduler(12, 1_000), { a: 100 })
  expect(own).toHaveLength(3)
})

test('queues take turns: a long queue does not starve the others', async () => {
  const sent = sentBatches(createBatchScheduler(2, 1_000), { long: 9, other: 2, third: 1 })
  for (let at = 0; at < 12; at += 1) await answer(sent[at]!)
  expect(origins(sent)).toBe('long long long other third long other long long long long long')
})

test('a queue whose batches hang leaves the others their turns', async () => {
  const sent = sentBatches(createBatchScheduler(4, 1_000), { silent: 9, other: 5 })
  for (let turn = 0; turn < 5; turn += 1) {
    const next = sent.filter(({ from }) => from === 'other')[turn]!
    await answer(next)
  }
  expect(sent.filter(({ from }) => from === 'silent')).toHaveLength(3)
  expect(sent.filter(({ from }) => from === 'other')).toHaveLength(5)
})

test('longest_ms tells how long the oldest batch has been in flight, and 0 when none is', async () => {
  const scheduler = createBatchScheduler(2, 1_000)
  expect(scheduler.longest_ms()).toBe(0)
  const [batch] = sentBatches(scheduler, { a: 1 })
  await new Promise(setImmediate)
  expect(scheduler.longest_ms()).toBeGreaterThan(0)
  await answer(batch!)
  expect(scheduler.longest_ms()).toBe(0)
})

test('the queues of a pool share one limit, which leaves half of its connections free', () => {
  const { appDatabase: pool } = world
  const scheduler = batchSchedulerOf(pool)
  expect(batchSchedulerOf(pool)).toBe(scheduler)
  expect(batchSchedulerOf(world.database)).not.toBe(scheduler)
  const sent = sentBatches(scheduler, { a: 9, b: 9, c: 9, d: 9, e: 9, f: 9, g: 9, h: 9 })
  expect(sent).toHaveLength(5)
  expect(pool.options.max).toBe(10)
  for (const batch of sent) batch.answer()
})
