/** What a till does: sales, returns, points as payment, vouchers. */

import { randomUUID } from 'node:crypto'

import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'

import { type Client, send } from './client.ts'
import { activate, authorise, redeemed } from './customer.ts'
import { type Earlier, idOf, idsOf } from './earlier.ts'
import type { Shop } from './shop.ts'

export type TillClient = Client & {
  key: string
  /** Purchases that this client alone may undo, so that each is undone by one call. */
  purchases: string[]
}

export function tillClient(client: Client, key: string, earlier: Earlier): TillClient {
  const purchases = idsOf(earlier, authorised(key), { generate: idOf })
  return { ...client, key, purchases }
}

/** Calls that follow from another one come more often, because the first one may be refused or missing. */
export const tillActions: ((client: TillClient) => Promise<void>)[] = [
  buy,
  giveBack,
  giveBack,
  payWithPoints,
  payWithPoints,
  async (client) => void (await redeemed(client, person(client))),
  (client) => activate(client, person(client)),
  handOver,
  handOver,
]

function person({ random, shop }: TillClient): Shop['customers'][number] {
  return random.pick(shop.customers)
}

/** Also accounts that the desk blocks and merges earn. */
async function buy(client: TillClient): Promise<void> {
  const { random, shop } = client
  const { document } = random.pick([...shop.customers, ...shop.desks.flatMap(({ pair }) => pair)])
  const { status, body } = await send(client, {
    verb: 'generate',
    ...till(client, 'points/generate'),
    body: {
      customer: { document },
      purchase_value: random.integer(100, 20_000),
      external_id: randomUUID(),
      subsidiary_name: shop.name,
    },
  })
  if (status === 201) client.purchases.push((body as GeneratedPoints).id)
}

async function giveBack(client: TillClient): Promise<void> {
  const id = client.purchases.pop()
  if (!id) return
  const isPart = client.random.fraction() < 0.5
  await send(client, {
    verb: 'reverse',
    ...till(client, `points/${id}/reverse`),
    body: { external_id: randomUUID(), ...(isPart && { returned_value: 100 }) },
  })
}

/** Opens an intention, then cancels it or captures it, sometimes for less. */
async function payWithPoints(client: TillClient): Promise<void> {
  const { random, shop } = client
  const customer = person(client)
  const points_amount = random.integer(2, 20)
  const opened = await send(client, {
    verb: 'open',
    ...till(client, 'points/intention'),
    body: {
      customer: { document: customer.document },
      purchase_value: 5_000,
      points_amount,
      external_id: randomUUID(),
      subsidiary_name: shop.name,
    },
  })
  if (opened.status !== 201) return
  const { id } = opened.body as TillIntention
  if (random.fraction() < 0.25) {
    const call = till(client, `points/intention/${id}`)
    await send(client, { verb: 'cancel', ...call, method: 'DELETE', body: null })
    return
  }
  const code = await authorise(client, customer, id)
  const isPart = random.fraction() < 0.3
  await send(client, {
    verb: 'capture',
    ...till(client, `points/intention/${id}/capture`),
    body: { ...code, ...(isPart && { points_amount: points_amount - 1 }) },
  })
}

/** Ends a new voucher: the till hands over the prize or cancels the voucher. */
async function handOver(client: TillClient): Promise<void> {
  const [voucher] = await redeemed(client, person(client))
  if (!voucher) return
  const isWithdrawal = client.random.fraction() < 0.5
  const { headers, ...call } = till(
    client,
    `voucher/${voucher.code}/${isWithdrawal ? 'withdraw' : 'cancel'}`,
  )
  await send(client, {
    verb: isWithdrawal ? 'withdraw' : 'give_back',
    ...call,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: isWithdrawal ? { subsidiary_name: client.shop.name } : null,
  })
}

function authorised(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

/** Half of the calls carry an idempotency key; the other half rely on `external_id`. */
function till({ key, random }: TillClient, path: string) {
  const headers = authorised(key)
  if (random.fraction() < 0.5) headers['idempotency-key'] = randomUUID()
  return { method: 'POST' as const, path: `partner/${path}`, headers }
}
