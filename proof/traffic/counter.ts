/** What a person at the counter of the console does (D15): sales, also from a queue, points as payment, returns, vouchers. */

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { newCpf } from '#api/testing/samples/cpf.ts'
import type { CapturedSale, CountedSale } from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'

import { attempt } from './attempt.ts'
import { type Client, send, Unknown } from './client.ts'
import { authorise, redeemed } from './customer.ts'
import { type Earlier, idOf, idsOf, saleOf, useOf } from './earlier.ts'
import type { Answer, Call, StaffVerb } from './journal.ts'

export type CounterClient = Client & {
  /** The headers of the person's session. */
  headers: Record<string, string>
  /** Sales and uses of points that this client alone may return, so that each is returned by one call. */
  sales: string[]
  uses: string[]
}

export function counterClient(
  client: Client,
  headers: Record<string, string>,
  earlier: Earlier,
): CounterClient {
  const sales = idsOf(earlier, headers, { counter_sale: idOf, counter_capture: saleOf })
  const uses = idsOf(earlier, headers, { counter_capture: useOf })
  return { ...client, headers, sales, uses }
}

export const counterActions: ((client: CounterClient) => Promise<void>)[] = [
  sell,
  sellFromQueue,
  payWithPoints,
  payWithPoints,
  payWithPoints,
  returnSale,
  returnSale,
  undoUse,
  undoUse,
  handOver,
]

async function sell(client: CounterClient): Promise<void> {
  const { id } = client.random.pick(client.shop.customers)
  const { status, body } = await send(client, sale(client, { id }))
  if (status === 201) client.sales.push((body as CountedSale).id)
}

/** Sales in a queue while a page has no network. */
const queueLength = 3

/**
 * Sales that a page noted without a network. Two tabs send the queue at once, in opposite orders: both must hear the same
 * answers. Half of the customers have no account, so that the first sale adds them.
 */
async function sellFromQueue(client: CounterClient): Promise<void> {
  const queue = Array.from({ length: queueLength }, () => {
    const isNew = client.random.fraction() < 0.5
    const document = isNew ? newCpf() : client.random.pick(client.shop.customers).document
    return sale(client, { document })
  })
  const noted = await Promise.all(
    queue.map(async (call) => ({ call, n: await client.journal.intend(call) })),
  )
  const heard = new Map<number, Answer>()
  const send = async ({ call, n }: { call: Call; n: number }) => {
    const answer = await attempt(client, call)
    const earlier = heard.get(n)
    if (!answer) return
    if (!earlier) {
      heard.set(n, answer)
      await client.journal.settle(n, answer)
    } else if (!isDeepStrictEqual(earlier, answer)) {
      client.badAnswers.push(
        `two answers to one sale: ${JSON.stringify(earlier)} ${JSON.stringify(answer)}`,
      )
    }
  }
  const tab = async (calls: typeof noted) => {
    for (const one of calls) await send(one)
  }
  await Promise.all([tab(noted), tab(noted.toReversed())])
  if (heard.size < queueLength) throw new Unknown()
}

function sale(client: CounterClient, customer: object): Call {
  return counter(client, 'counter_sale', 'sale', {
    customer,
    purchase_value: client.random.integer(100, 20_000),
    external_id: randomUUID(),
  })
}

/** Asks for points, then gives up or records the sale that uses them. */
async function payWithPoints(client: CounterClient): Promise<void> {
  const { random, shop } = client
  const customer = random.pick(shop.customers)
  const opened = await send(
    client,
    counter(client, 'counter_open', 'intention', {
      customer: { id: customer.id },
      purchase_value: 5_000,
      points_amount: random.integer(2, 20),
      external_id: randomUUID(),
    }),
  )
  if (opened.status !== 201) return
  const { id } = opened.body as TillIntention
  if (random.fraction() < 0.25) {
    await send(client, counter(client, 'counter_cancel', `intention/${id}/cancel`, {}))
    return
  }
  const code = await authorise(client, customer, id)
  const { status, body } = await send(
    client,
    counter(client, 'counter_capture', `intention/${id}/capture`, code),
  )
  if (status !== 201) return
  const { intention, sale } = body as CapturedSale
  client.uses.push(intention.captured!.record_id)
  client.sales.push(sale.id)
}

async function returnSale(client: CounterClient): Promise<void> {
  const id = client.sales.pop()
  if (!id) return
  const isPart = client.random.fraction() < 0.5
  await giveBack(client, 'counter_return', id, isPart ? { returned_value: 100 } : {})
}

async function undoUse(client: CounterClient): Promise<void> {
  const id = client.uses.pop()
  if (id) await giveBack(client, 'counter_undo', id, {})
}

async function giveBack(client: CounterClient, verb: StaffVerb, id: string, part: object) {
  const body = { ...part, external_id: randomUUID() }
  await send(client, counter(client, verb, `record/${id}/return`, body))
}

async function handOver(client: CounterClient): Promise<void> {
  const [voucher] = await redeemed(client, client.random.pick(client.shop.customers))
  if (!voucher) return
  const body = { code: voucher.code, external_id: randomUUID() }
  await send(client, counter(client, 'counter_withdraw', 'voucher/withdraw', body))
}

function counter(
  { headers, shop }: CounterClient,
  verb: StaffVerb,
  path: string,
  body: object,
): Call {
  return {
    verb,
    method: 'POST',
    path: `admin/counter/${path}`,
    headers,
    body: { shop: shop.name, ...body },
  }
}
