/** The measured paths. One turn of a path is one or two calls, which a client repeats. */

import { randomUUID } from 'node:crypto'

import { intentionCode } from '#api/intention/code.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'

import type { Call, Send } from './connection.ts'
import type { Target } from './ground.ts'

export const clients = 64

/** A customer of the ground and a till of the same company. */
type Turn = { company_id: string; prize_id: string; document: string; token: string; till: string }

type Path = {
  /** The argument of `--only`. */
  name: string
  title: string
  run: (turn: Turn, send: Send, secret: ServerSecret) => Promise<unknown>
}

const subsidiary_name = 'Loja 1'

/** Sends the same headers as the other reads. */
const empty: Path = {
  name: 'empty',
  title: 'an empty Fastify route',
  run: (turn, send) => send(read('/', turn)),
}

const balance: Path = {
  name: 'balance',
  title: 'GET /customer/balance',
  run: (turn, send) => send(read('/api/customer/balance', turn)),
}

const poll: Path = {
  name: 'poll',
  title: 'GET /points/intention',
  run: (turn, send) => send(read('/api/points/intention', turn)),
}

/** The first screen of the portal. */
const dashboard: Path = {
  name: 'dashboard',
  title: 'GET /customer/dashboard',
  run: (turn, send) => send(read('/api/customer/dashboard', turn)),
}

const history: Path = {
  name: 'history',
  title: 'GET /points',
  run: (turn, send) => send(read('/api/points', turn)),
}

const prizes: Path = {
  name: 'prizes',
  title: 'GET /prize',
  run: (turn, send) => send(read('/api/prize', turn)),
}

const earn: Path = {
  name: 'earn',
  title: 'POST /partner/points/generate',
  run: (turn, send) => send(sale(turn)),
}

const keyedEarn: Path = {
  name: 'earn-keyed',
  title: '… with an Idempotency-Key',
  run: (turn, send) => send(withKey(sale(turn))),
}

const use: Path = {
  name: 'use',
  title: 'a use of points, opened and captured',
  run: async ({ company_id, document, till }, send, secret) => {
    const path = '/api/partner/points/intention'
    const headers = { authorization: `Bearer ${till}` }
    const points_amount = 1
    const request = { customer: { document }, purchase_value: 12_345, points_amount, ...sold() }
    const { id } = JSON.parse(await send({ method: 'POST', path, headers, body: request }))
    const code = intentionCode(secret, { company_id, id, points_amount, subsidiary_name })
    await send({ method: 'POST', path: `${path}/${id}/capture`, headers, body: { code } })
  },
}

const voucher: Path = {
  name: 'voucher',
  title: 'POST /voucher/generate',
  run: (turn, send) => send(redemption(turn)),
}

/** As the portal sends it: with a key. */
const keyedVoucher: Path = {
  name: 'voucher-keyed',
  title: '… with an Idempotency-Key',
  run: (turn, send) => send(withKey(redemption(turn))),
}

export const paths = {
  empty,
  balance,
  poll,
  dashboard,
  history,
  prizes,
  earn,
  keyedEarn,
  use,
  voucher,
  keyedVoucher,
}

function read(path: string, turn: Turn): Call {
  return { method: 'GET', path, headers: customerHeaders(turn) }
}

export function sale({ document, till }: Turn): Call {
  return {
    method: 'POST',
    path: '/api/partner/points/generate',
    headers: { authorization: `Bearer ${till}` },
    body: { customer: { document }, purchase_value: 12_345, ...sold() },
  }
}

function redemption(turn: Turn): Call {
  const { document, prize_id } = turn
  return {
    method: 'POST',
    path: '/api/voucher/generate',
    headers: customerHeaders(turn),
    body: { customer_document: document, products: [{ prize_id, quantity: 1 }] },
  }
}

function withKey(call: Call): Call {
  return { ...call, headers: { ...call.headers, 'idempotency-key': randomUUID() } }
}

export function customerHeaders({ company_id, token }: Turn) {
  return { 'company-id': company_id, authorization: `Bearer ${token}` }
}

function sold() {
  return { external_id: randomUUID(), subsidiary_name }
}

/**
 * Cycles through the customers, so that no two concurrent calls concern the same customer. Each cycle uses another till,
 * because a till may open ten intentions per customer and hour. Pass as `first` the number of turns made on this ground before.
 */
export function turns({ shops, customers }: Target, first: number): () => Turn {
  let turn = first
  return () => {
    turn += 1
    const at = turn % customers.length
    const { shop, document, token } = customers[at]!
    const { company_id, prize_id, tills } = shops[shop]!
    const till = tills[(at + Math.floor(turn / customers.length)) % tills.length]!
    return { company_id, prize_id, document, token, till }
  }
}
