/** Tills that sell, and a phone that reads, until they are stopped. Each call without a conclusive answer is sent again. */

import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import type { Answer, Ask } from './calls.ts'

/** The pause between two calls of a till, and between two calls of the phone. */
const pause_ms = 40
const retry_ms = 250
/** A call that has no conclusive answer after this time ends the drill. */
const retryLimit_ms = 90_000

/** An operation that a node has acknowledged. */
export type Done = { external_id: string; sent_at: number; acknowledged_at: number }
/** Answers by call and status. Status 0: no answer came. */
export type Answers = Map<string, number>

export type Load = { done: Done[]; answers: Answers; stop: () => Promise<void> }

/** Starts `count` tills that sell until they are stopped. Each external_id begins with `name`. */
export function startTills(ask: Ask, key: string, name: string, count = 4): Load {
  const done: Done[] = []
  const answers: Answers = new Map()
  const loops = Array.from({ length: count }, (_, till) =>
    repeat(async (n) => {
      const external_id = `${name}-${till}-${n}`
      const customer = { document: cpf(till * 50 + (n % 50)) }
      const sale = {
        customer,
        purchase_value: 1000 + n,
        external_id,
        subsidiary_name: 'Aurora Pinheiros',
      }
      const { body } = await send('points/generate', external_id, sale)
      const { id } = body as { id: string }
      if (n % 5 === 0) {
        const external_id = `${name}-${till}-${n}-return`
        await send(`points/${id}/reverse`, external_id, { external_id, returned_value: 500 })
      }
      if (n % 20 === 0) await until(`customer?document=${customer.document}`)
    }),
  )
  return { done, answers, stop: () => stopAll(loops) }

  async function send(path: string, external_id: string, body: object): Promise<Answer> {
    const sent_at = Date.now()
    const answer = await until(path, body)
    done.push({ external_id, sent_at, acknowledged_at: Date.now() })
    return answer
  }

  function until(path: string, body?: object): Promise<Answer> {
    const endpoint = `${body ? 'POST' : 'GET'} partner/${path}`
    const call = { headers: { authorization: `Bearer ${key}` }, body }
    return conclusive(() => ask(endpoint, call), nameOf(endpoint), answers)
  }
}

/** The calls by which a signed-in customer's portal reads. */
const reads = [
  'GET customer',
  'GET customer/dashboard',
  'GET customer/balance',
  'GET customer/consent',
  'GET customer/session',
  'GET points',
  'GET points/intention',
  'GET points/expiring',
  'GET level',
  'GET prize',
  'GET voucher',
  'GET notification',
]

export function startPhone(ask: Ask, headers: Record<string, string>): Load {
  const answers: Answers = new Map()
  const loop = repeat(async (n) => {
    const endpoint = reads[n % reads.length]!
    await conclusive(() => ask(endpoint, { headers }), endpoint, answers)
  })
  return { done: [], answers, stop: () => stopAll([loop]) }
}

/** Sends until a 2xx comes. A 5xx, a 409 and no answer leave open whether the call was carried out; anything else is a defect. */
async function conclusive(
  call: () => Promise<Answer>,
  name: string,
  answers: Answers,
): Promise<Answer> {
  const began = Date.now()
  for (;;) {
    const answer = await call()
    const { status } = answer
    const counted = `${name} ${status}`
    answers.set(counted, (answers.get(counted) ?? 0) + 1)
    if (status >= 200 && status < 300) return answer
    const isOpen = status === 0 || status >= 500 || status === 409 || status === 429
    if (!isOpen || Date.now() - began > retryLimit_ms)
      throw new Error(`${name} answered ${status}: ${JSON.stringify(answer.body)}`)
    await sleep(retry_ms)
  }
}

type Loop = { stop: () => void; ended: Promise<void> }

function repeat(turn: (n: number) => Promise<void>): Loop {
  const stop = new AbortController()
  async function run(): Promise<void> {
    for (let n = 1; !stop.signal.aborted; n += 1) {
      await turn(n)
      await sleep(pause_ms)
    }
  }
  const ended = run()
  // `stopAll` awaits `ended` later and throws its error. Until then the error must not count as unhandled.
  ended.catch(() => undefined)
  return { stop: () => stop.abort(), ended }
}

async function stopAll(loops: Loop[]): Promise<void> {
  for (const loop of loops) loop.stop()
  await Promise.all(loops.map(({ ended }) => ended))
}

function nameOf(endpoint: string): string {
  return endpoint.replace(/\?.*/, '').replace(/[\da-f-]{36}/, '{id}')
}

/** Answers as one line: all that were sent, and those that were no success. */
export function summary(answers: Answers): string {
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0)
  const others = [...answers].filter(([name]) => !/ 2\d\d$/.test(name))
  const list = others.map(([name, count]) => `${name}: ${count}`).join(', ')
  return `${all} calls, ${list || 'each answered with a success'}`.replaceAll(
    / 0:/g,
    ' without an answer:',
  )
}

/** How many answers were a 5xx, and how often no answer came. */
export function failures(answers: Answers): number {
  const failed = [...answers].filter(([name]) => / (0|5\d\d)$/.test(name))
  return failed.reduce((sum, [, count]) => sum + count, 0)
}

/** How often the ledger has each external_id of a till. */
export async function ledger(url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ external_id: string; count: number }>(
    `select external_id, count(*)::integer as count
       from fiel.points_record
      where external_id is not null
      group by external_id`,
  )
  await client.end()
  return new Map(rows.map(({ external_id, count }) => [external_id, count]))
}

/** A CPF with its check digits. */
export function cpf(n: number): string {
  const digits = String(100_000_000 + n * 7)
    .split('')
    .map(Number)
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}
