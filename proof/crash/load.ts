/** Concurrent clients that act as tills and customers, each until its first call without a conclusive answer. */

import { randomInt, randomUUID } from 'node:crypto'

import type { Intention, TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'

import { attempt, type Bench, type Sent } from './attempt.ts'
import type { Answer, Call } from './journal.ts'
import { promotion_code, type Shop } from './shop.ts'

type Client = Bench & {
  key: string
  /** Purchases and vouchers that this client alone may undo, so that each is undone by one call. */
  purchases: string[]
  vouchers: string[]
}
type Person = Shop['customers'][number]

/** The call may or may not have been carried out. */
class Unknown extends Error {}

/** Each client stops at its first call without an answer. All clients stop when `over` is aborted. */
export async function load(bench: Bench, over: AbortSignal): Promise<void> {
  await Promise.all(
    bench.shop.keys.map(async (key) => {
      const client = { ...bench, key, purchases: [], vouchers: [] }
      try {
        while (!over.aborted) await runAction(client)
      } catch (error) {
        if (!(error instanceof Unknown)) throw error
      }
    }),
  )
}

async function runAction(client: Client): Promise<void> {
  const { customers } = client.shop
  const person = customers[randomInt(customers.length)]!
  await actions[randomInt(actions.length)]!(client, person)
}

/** Purchases and redemptions come twice as often as the others. */
const actions: ((client: Client, person: Person) => Promise<void>)[] = [
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

/** Opens an intention, then cancels it or captures it: by code, by the customer's confirmation, sometimes for less. */
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
  const path = randomInt(4)
  if (path === 0) {
    const call = till(client, `points/intention/${id}`)
    await send(client, { verb: 'cancel', ...call, method: 'DELETE', body: null })
    return
  }
  const code = path === 1 ? await codeOf(client, person) : await confirm(client, person, id)
  await send(client, {
    verb: 'capture',
    ...till(client, `points/intention/${id}/capture`),
    body: { ...code, ...(path === 3 && { points_amount: points_amount - 1 }) },
  })
}

/** Reads and confirmations change nothing that the verification counts, so they are not written to the journal. */
async function codeOf(client: Client, { headers }: Person): Promise<{ code?: string }> {
  const call = { method: 'GET', path: 'points/intention', headers, body: null } as const
  const { status, body } = await sendUnlogged(client, call)
  const code = status === 200 && (body as Intention).code
  return code ? { code } : {}
}

async function confirm(client: Client, { headers }: Person, id: string): Promise<object> {
  const path = `points/intention/${id}/confirm`
  await sendUnlogged(client, { method: 'POST', path, headers, body: null })
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

/** Ends a voucher: the till hands over the prize or cancels the voucher. */
async function handOver(client: Client): Promise<void> {
  const code = client.vouchers.pop()
  if (!code) return
  const isWithdrawal = randomInt(2) === 1
  const { headers, ...call } = till(
    client,
    `voucher/${code}/${isWithdrawal ? 'withdraw' : 'cancel'}`,
  )
  await send(client, {
    verb: isWithdrawal ? 'withdraw' : 'give_back',
    ...call,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: isWithdrawal ? { subsidiary_name: 'Loja 1' } : null,
  })
}

/** Half of the calls carry an idempotency key; the other half rely on `external_id`. */
function till({ key }: Client, path: string) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (randomInt(2)) headers['idempotency-key'] = randomUUID()
  return { method: 'POST' as const, path: `partner/${path}`, headers }
}

/** Logs the call, sends it and logs the answer. Throws Unknown without an answer. */
async function send(client: Client, call: Call): Promise<Answer> {
  const n = await client.journal.intend(call)
  const answer = await attempt(client, call)
  if (!answer) throw new Unknown()
  await client.journal.settle(n, answer)
  return answer
}

async function sendUnlogged(client: Client, call: Sent): Promise<Answer> {
  const answer = await attempt(client, call)
  if (!answer) throw new Unknown()
  return answer
}
