import { expect, test } from 'vitest'

import type { CounterSale } from '#contract/console/counter.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { type QueuedSale, saleQueue, sendQueue } from './queue.ts'

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const owner = { company_id: 'c', staff_id: 's' }

function queued(external_id: string): QueuedSale {
  return {
    shop: 'Centro',
    customer: { document: '52998224725' },
    purchase_value: 1_000,
    calculation_rule_id: undefined,
    external_id,
    at: '2026-11-20T15:00:00.000Z',
  }
}

function filled(...ids: string[]) {
  const queue = saleQueue(memory(), owner)
  for (const id of ids) queue.add(queued(id))
  return queue
}

test('sends the sales in their order under their ids, and empties the queue [D15 I5]', async () => {
  const queue = filled('a', 'b')
  const sent: string[] = []
  const count = await sendQueue(queue, async ({ external_id }: CounterSale) => {
    sent.push(external_id)
  })
  expect({ count, sent, left: queue.read() }).toEqual({ count: 2, sent: ['a', 'b'], left: [] })
})

test('a refused sale stays with its sentence, and the next ones are sent [D15]', async () => {
  const queue = filled('a', 'b')
  const send = async ({ external_id }: CounterSale) => {
    if (external_id === 'a') throw new RequestFailure(404, 'customer_not_found', 'Ninguém.')
  }
  expect(await sendQueue(queue, send)).toBe(1)
  expect(queue.read()).toMatchObject([{ external_id: 'a', failure: 'Ninguém.' }])
  // It is not sent again.
  expect(await sendQueue(queue, () => Promise.reject(new Error('sent')))).toBe(0)
})

test.each([
  ['no answer', null],
  ['an ended session', 401],
  ['a busy server', 503],
])('after %s the sales wait in their order [D15]', async (_, status) => {
  const queue = filled('a', 'b')
  const send = () => Promise.reject(new RequestFailure(status, 'network', 'Sem conexão'))
  expect(await sendQueue(queue, send)).toBe(0)
  expect(queue.read().map(({ external_id, failure }) => [external_id, failure])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
})

test('a sale that was queued while others are sent stays for the next time [D15]', async () => {
  const queue = filled('a')
  await sendQueue(queue, async () => {
    if (queue.read().length === 1) queue.add(queued('b'))
  })
  expect(queue.read().map(({ external_id }) => external_id)).toEqual(['b'])
})

test('another person on the same device has another queue [D15]', () => {
  const store = memory()
  saleQueue(store, owner).add(queued('a'))
  expect(saleQueue(store, { ...owner, staff_id: 'other' }).read()).toEqual([])
})
