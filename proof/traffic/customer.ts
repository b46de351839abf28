/** What a customer does on the phone: redeems prizes, activates a promotion, answers a request for points. */

import { randomUUID } from 'node:crypto'

import type { Intention } from '#contract/intention.ts'
import type { Voucher } from '#contract/voucher.ts'

import { type Client, send, sendUnlogged } from './client.ts'
import { type Person, promotion_code } from './shop.ts'

/** The customer's new vouchers; none if the redemption was refused. */
export async function redeemed(client: Client, { document, headers }: Person): Promise<Voucher[]> {
  const { random, shop } = client
  const prizes = [random.pick(shop.prizes), random.pick(shop.prizes)]
  const products = [...new Set(prizes)].map((prize_id) => ({
    prize_id,
    quantity: random.integer(1, 2),
  }))
  const { status, body } = await send(client, {
    verb: 'redeem',
    method: 'POST',
    path: 'voucher/generate',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: { customer_document: document, products },
  })
  return status === 201 ? (body as Voucher[]) : []
}

export async function activate(client: Client, { headers }: Person): Promise<void> {
  await send(client, {
    verb: 'activate',
    method: 'POST',
    path: `promotion/${promotion_code}/activate`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: null,
  })
}

/** What the customer gives the shop for an intention: the code, or a confirmation and no code. */
export async function authorise(
  client: Client,
  person: Person,
  intention_id: string,
): Promise<{ code?: string }> {
  if (client.random.fraction() < 0.5) return codeOf(client, person)
  const path = `points/intention/${intention_id}/confirm`
  await sendUnlogged(client, { method: 'POST', path, headers: person.headers, body: null })
  return {}
}

async function codeOf(client: Client, { headers }: Person): Promise<{ code?: string }> {
  const call = { method: 'GET', path: 'points/intention', headers, body: null } as const
  const { status, body } = await sendUnlogged(client, call)
  const code = status === 200 && (body as Intention).code
  return code ? { code } : {}
}
