/** Clients who do with points what tills and customers do, all at once, until they hear nothing sensible any more. */

import { randomInt, randomUUID } from 'node:crypto'

import type { ErrorBody } from '#contract/error.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'

import type { Answer, Call, Journal } from './journal.ts'
import { promotion_code, type Shop } from './shop.ts'

/** Longer than the server gives any request. */
const attempt_limit_ms = 25_000

export type Bench = {
  shop: Shop
  journal: Journal
  address: () => string
  /** Failures that told nobody when to come again: only a 503 with Retry-After may be answered meanwhile. */
  unkind: string[]
}
type Client = Bench & {
  key: string
  /** What this client was told and may take back: of one client alone, so that each thing is undone by one call. */
  purchases: string[]
  vouchers: string[]
}
type Person = Shop['customers'][number]

/** Nobody knows whether the call was done. */
class Unknown extends Error {}

/** Each client stops at its first call without an answer; all of them when `over` is. */
export async function load(bench: Bench, over: AbortSignal): Promise<void> {
  await Promise.all(
    bench.shop.keys.map(async (key) => {
      const client = { ...bench, key, purchases: [], vouchers: [] }
      try {
        while (!over.aborted) await deed(client)
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
      }
    }),
  )
}

async function deed(client: Client): Promise<void> {
  const { customers } = client.shop
  const person = customers[randomInt(customers.length)]!
  await deeds[randomInt(deeds.length)]!(client, person)
}

/** Buying twice as often, so that there is something to spend. */
const deeds: ((client: Client, person: Person) => Promise<void>)[] = [
  buy,
  buy,
  giveBack,
  payWithPoints,
  redeem,
  redeem,
  activate,
  handOver,
]

async function buy(client: Client, { document }: Person): Promise<void> {
  const { status, body } = await send(client, {
    verb: 'generate',
    ...till(client, 'points/generate'),
    body: {
      customer: { document },
      purchase_value: randomInt(100, 20_000),
      external_id: randomUUID(),
      subsidiary_name: 'Loja 1',
    },
  })
  if (status === 201) client.purchases.push((body as GeneratedPoints).id)
}

async function giveBack(client: Client): Promise<void> {
  const id = client.purchases.pop()
  if (!id) return
  await send(client, {
    verb: 'reverse',
    ...till(client, `points/${id}/reverse`),
    body: { external_id: randomUUID(), ...(randomInt(2) && { returned_value: 100 }) },
  })
}

/** Asked for, then allowed by code or by a touch, or given up; now and then captured for less. */
async function payWithPoints(client: Client, person: Person): Promise<void> {
  const points_amount = randomInt(2, 20)
  const opened = await send(client, {
    verb: 'open',
    ...till(client, 'points/intention'),
    body: {
      customer: { document: person.document },
      purchase_value: 5_000,
      points_amount,
      external_id: randomUUID(),
      subsidiary_name: 'Loja 1',
    },
  })
  if (opened.status !== 201) return
  const { id } = opened.body as TillIntention
  const way = randomInt(4)
  if (way === 0) {
    const { path, headers } = till(client, `points/intention/${id}`)
    await send(client, { verb: 'cancel', method: 'DELETE', path, headers, body: null })
    return
  }
  const code = way === 1 ? await codeOf(client, person) : await touched(client, person, id)
  await send(client, {
    verb: 'capture',
    ...till(client, `points/intention/${id}/capture`),
    body: { ...code, ...(way === 3 && { points_amount: points_amount - 1 }) },
  })
}

/** Reads and a yes change nothing that is counted: they are sent without a line in the journal. */
async function codeOf(client: Client, { headers }: Person): Promise<{ code?: string }> {
  const call = { method: 'GET', path: 'points/intention', headers, body: null } as const
  const { status, body } = await known(client, call)
  const code = status === 200 && (body as Intention).code
  return code ? { code } : {}
}

async function touched(client: Client, { headers }: Person, id: string): Promise<object> {
  const path = `points/intention/${id}/confirm`
  await known(client, { method: 'POST', path, headers, body: null })
  return {}
}

async function redeem(client: Client, { document, headers }: Person): Promise<void> {
  const { prizes } = client.shop
  const [first, second] = [randomInt(prizes.length), randomInt(prizes.length)]
  const products = [...new Set([first, second])].map((at) => ({
    prize_id: prizes[at],
    quantity: randomInt(1, 3),
  }))
  const { status, body } = await send(client, {
    verb: 'redeem',
    method: 'POST',
    path: 'voucher/generate',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: { customer_document: document, products },
  })
  if (status === 201) client.vouchers.push(...(body as Voucher[]).map(({ code }) => code))
}

async function activate(client: Client, { headers }: Person): Promise<void> {
  await send(client, {
    verb: 'activate',
    method: 'POST',
    path: `promotion/${promotion_code}/activate`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: null,
  })
}

/** A voucher's end: the prize, or the points again. */
async function handOver(client: Client): Promise<void> {
  const code = client.vouchers.pop()
  if (!code) return
  const is_wanted = randomInt(2) === 1
  const { headers, ...call } = till(client, `voucher/${code}/${is_wanted ? 'withdraw' : 'cancel'}`)
  await send(client, {
    verb: is_wanted ? 'withdraw' : 'give_back',
    ...call,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: is_wanted ? { subsidiary_name: 'Loja 1' } : null,
  })
}

/** Half with a key, which goes alone and in a transaction of its own; half with the sale's number only, which is batched. */
function till({ key }: Client, path: string) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (randomInt(2)) headers['idempotency-key'] = randomUUID()
  return { method: 'POST' as const, path: `partner/${path}`, headers }
}

/** Written down, sent, and its answer written down. Throws Unknown where there is none. */
async function send(client: Client, call: Call): Promise<Answer> {
  const n = await client.journal.intend(call)
  const answer = await attempt(client, call)
  if (!answer) throw new Unknown()
  await client.journal.settle(n, answer)
  return answer
}

async function known(client: Client, call: Sent): Promise<Answer> {
  const answer = await attempt(client, call)
  if (!answer) throw new Unknown()
  return answer
}

type Sent = { method: string; path: string; headers: Record<string, string>; body: object | null }

/** Undefined: no answer, or one that leaves open whether it was done. */
export async function attempt(
  { address, unkind }: Pick<Bench, 'address' | 'unkind'>,
  { method, path, headers, body }: Sent,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${address()}/api/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(attempt_limit_ms),
    })
    const text = await response.text()
    const is_kind = response.status === 503 && response.headers.has('retry-after')
    if (response.status >= 500 && !is_kind) unkind.push(`${method} ${path} ${response.status}`)
    const answer = { status: response.status, body: text ? (JSON.parse(text) as unknown) : null }
    return isOpen(answer) ? undefined : answer
  } catch {
    // Refused, cut off or too late: the connection says nothing about the work.
    return undefined
  }
}

function isOpen({ status, body }: Answer): boolean {
  return status >= 500 || (status === 409 && typeOf(body) === 'idempotency_in_progress')
}

function typeOf(body: unknown): string {
  return (body as ErrorBody).data.type
}
