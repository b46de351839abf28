import { expect, test } from 'vitest'

import { counterText } from '#console/text/counter.ts'
import type { CounterSale } from '#contract/console/counter.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { correctedSale, type QueuedSale, saleQueue, sellOrKeep, sendQueue } from './queue.ts'

/** The storage of a browser. `written` gets the keys of all writes. */
function memory(written: string[] = []): Parameters<typeof saleQueue>[0] {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (at) => [...texts.keys()][at] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      written.push(key)
      texts.set(key, text)
    },
    removeItem: (key) => {
      written.push(key)
      texts.delete(key)
    },
  }
}

const owner = { company_id: 'c', staff_id: 's' }

function queued(external_id: string, at = '2026-11-20T15:00:00.000Z'): QueuedSale {
  return {
    shop: 'Centro',
    customer: { document: '52998224725' },
    purchase_value: 1_000,
    calculation_rule_id: undefined,
    external_id,
    at,
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

/** Failures after which the same sale may be recorded later, or may be recorded already. */
const forLater = [
  ['no answer', null, 'network'],
  ['an answer that takes too long', null, 'timeout'],
  ['an ended session', 401, 'unauthenticated'],
  ['a session without its second factor', 403, 'second_factor_required'],
  ['a company in maintenance', 403, 'company_unavailable'],
  ['a slow connection', 408, 'timeout'],
  ['too many calls', 429, 'too_many_requests'],
  ['a defect of the server', 500, 'internal'],
  ['a proxy without a node', 502, 'unknown'],
  ['a busy server', 503, 'unavailable'],
  ['a node that was killed', 504, 'unknown'],
] as const

test('a sale without an answer waits under its id, with the instant at which it was kept [D15 I5]', async () => {
  const queue = filled()
  const { at: _at, ...sale } = queued('a')
  const noAnswer = new RequestFailure(null, 'network', 'Sem conexão')
  const now = () => new Date('2026-11-20T15:03:00Z')
  expect(await sellOrKeep(queue, sale, () => Promise.reject(noAnswer), now)).toBeUndefined()
  expect(queue.read()).toEqual([{ ...sale, at: '2026-11-20T15:03:00.000Z' }])
})

test.each(forLater)('after %s a sale waits under its id [D15 I5]', async (_, status, type) => {
  const queue = filled()
  const { at: _at, ...sale } = queued('a')
  const send = () => Promise.reject(new RequestFailure(status, type, 'Falhou'))
  expect(await sellOrKeep(queue, sale, send)).toBeUndefined()
  expect(queue.read()).toEqual([{ ...sale, at: expect.any(String) }])
})

test('a sale whose answer was lost is recorded once, under the id of the first attempt [D15 I5]', async () => {
  const queue = filled()
  const recorded = new Set<string>()
  const { at: _at, ...sale } = queued('a')
  await sellOrKeep(queue, sale, ({ external_id }) => {
    recorded.add(external_id)
    return Promise.reject(new RequestFailure(503, 'unavailable', 'Ocupado'))
  })
  const send = async ({ external_id }: CounterSale) => void recorded.add(external_id)
  expect(await sendQueue(queue, send)).toBe(1)
  expect({ recorded: [...recorded], left: queue.read() }).toEqual({ recorded: ['a'], left: [] })
})

test('a sale that the server records or refuses does not wait in the queue [D15]', async () => {
  const queue = filled()
  expect(await sellOrKeep(queue, queued('a'), () => Promise.resolve('recorded'))).toBe('recorded')
  const refusal = new RequestFailure(404, 'customer_not_found', 'Ninguém.')
  await expect(sellOrKeep(queue, queued('b'), () => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(queue.read()).toEqual([])
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

test.each(forLater)('after %s the sales wait in their order [D15]', async (_, status, type) => {
  const queue = filled('a', 'b')
  const send = () => Promise.reject(new RequestFailure(status, type, 'Sem conexão'))
  expect(await sendQueue(queue, send)).toBe(0)
  expect(queue.read().map(({ external_id, failure }) => [external_id, failure])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
})

test('a sale at which the server fails holds back the later sales of its customer alone [D15]', async () => {
  const queue = filled('a', 'b')
  queue.add({ ...queued('c'), customer: { document: '11144477735' } })
  const tried: string[] = []
  const send = async ({ external_id }: CounterSale) => {
    tried.push(external_id)
    if (external_id === 'a') throw new RequestFailure(500, 'internal', 'Algo deu errado.')
  }
  expect(await sendQueue(queue, send)).toBe(1)
  expect({ tried, left: queue.read().map(({ external_id }) => external_id) }).toEqual({
    tried: ['a', 'c'],
    left: ['a', 'b'],
  })
})

test('a sale that was queued while others are sent stays for the next time [D15]', async () => {
  const queue = filled('a')
  await sendQueue(queue, async () => {
    if (queue.read().length === 1) queue.add(queued('b'))
  })
  expect(queue.read().map(({ external_id }) => external_id)).toEqual(['b'])
})

test('a sale that was discarded while another is sent is not sent [D15]', async () => {
  const queue = filled('a', 'b')
  const sent: string[] = []
  await sendQueue(queue, async ({ external_id }: CounterSale) => {
    sent.push(external_id)
    queue.remove('b')
  })
  expect({ sent, left: queue.read() }).toEqual({ sent: ['a'], left: [] })
})

test('a sale that was discarded while it is sent does not come back refused [D15]', async () => {
  const queue = filled('a')
  await sendQueue(queue, () => {
    queue.remove('a')
    return Promise.reject(new RequestFailure(404, 'customer_not_found', 'Ninguém.'))
  })
  expect(queue.read()).toEqual([])
})

test('each change writes one sale alone, so that two tabs lose none [D15]', () => {
  const written: string[] = []
  const queue = saleQueue(memory(written), owner)
  queue.add(queued('a'))
  queue.add(queued('b'))
  queue.replace('b', { ...queued('b'), failure: 'Ninguém.' })
  queue.remove('a')
  expect(written.map((key) => key.split(':').at(-1))).toEqual(['a', 'b', 'b', 'a'])
})

test('a corrected sale goes to the shop of the screen and to a rule of today, if its own are gone [D15]', () => {
  const refused = { ...queued('a'), calculation_rule_id: 'dobro', failure: 'Esta loja saiu.' }
  const changes = { customer: { phone: '11987654321' }, purchase_value: 500, external_id: 'b' }
  const rule = { id: 'r', key: 'dobro', name: 'Em dobro', valid_from: null, valid_to: null }
  const { failure: _failure, ...kept } = { ...refused, ...changes }
  const place = { shop: 'Praia', shops: ['Praia', 'Centro'], rules: [rule] }
  expect(correctedSale(refused, changes, place)).toEqual(kept)
  expect(correctedSale(refused, changes, { shop: 'Praia', shops: ['Praia'], rules: [] })).toEqual({
    ...kept,
    shop: 'Praia',
    calculation_rule_id: undefined,
  })
})

test('a corrected sale keeps its place under its new id [D15]', () => {
  const queue = saleQueue(memory(), owner)
  queue.add(queued('a', '2026-11-20T15:01:00.000Z'))
  queue.add(queued('b', '2026-11-20T15:02:00.000Z'))
  queue.replace('a', { ...queued('c', '2026-11-20T15:01:00.000Z'), purchase_value: 500 })
  expect(queue.read().map(({ external_id }) => external_id)).toEqual(['c', 'b'])
})

test('a device that stores nothing says so, and the sale is not told as kept [D15]', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const queue = saleQueue({ ...memory(), setItem: full }, owner)
  expect(() => queue.add(queued('a'))).toThrow(counterText.notKept)
})

test('another person on the same device has another queue [D15]', () => {
  const store = memory()
  saleQueue(store, owner).add(queued('a'))
  expect(saleQueue(store, { ...owner, staff_id: 'other' }).read()).toEqual([])
})
