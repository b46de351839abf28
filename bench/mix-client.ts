/**
 * A client process that makes a mix of calls: 60 % polls, 30 % lists, 5 % logins, 5 % sales. Each connection sends its next
 * call as soon as it has a response, whatever the status. That is harsher than a portal, which waits for `Retry-After`.
 */

import { once } from 'node:events'
import { connect } from 'node:net'

import { type Call, requestText } from './connection.ts'
import { type Target, password } from './ground.ts'
import { customerHeaders, sale, turns } from './paths.ts'

export type MixCommand = { target: Target; connections: number; seconds: number }
type Kind = 'poll' | 'list' | 'login' | 'sale'
/** The calls of one kind. `times_ms` holds the sorted durations of successful calls. */
export type Calls = { good: number; shed: number; failed: number; times_ms: number[] }
export type MixResult = { calls: Record<Kind, Calls>; withoutRetryAfter: number }

/** Number of connections opened at the same time. */
const crowd = 100
/** Endpoints of the portal's screens. */
const lists = ['/api/points', '/api/prize', '/api/customer/dashboard']
/** A call without a response after this time counts as failed. */
const patience_ms = 30_000

const [{ target, connections, seconds }] = (await once(process, 'message')) as [MixCommand]
const calls: MixResult['calls'] = { poll: none(), list: none(), login: none(), sale: none() }
let withoutRetryAfter = 0
const next = turns(target, 0)
const { hostname, port } = new URL(target.address)

const ends = Date.now() + seconds * 1_000
const open: Promise<void>[] = []
while (open.length < connections) {
  const some = Array.from({ length: Math.min(crowd, connections - open.length) }, callOnAndOn)
  open.push(...some.map(({ hasEnded }) => hasEnded))
  await Promise.all(some.map(({ isOpen }) => isOpen))
}
await Promise.all(open)
for (const { times_ms } of Object.values(calls)) times_ms.sort((a, b) => a - b)
const result: MixResult = { calls, withoutRetryAfter }
// The times of a minute are more than the channel takes at once.
process.send!(result, undefined, undefined, () => process.disconnect())

function none(): Calls {
  return { good: 0, shed: 0, failed: 0, times_ms: [] }
}

/** Sends calls on one connection until the time is over. */
function callOnAndOn(): { isOpen: Promise<unknown>; hasEnded: Promise<void> } {
  const socket = connect(Number(port), hostname)
  const ended = Promise.withResolvers<void>()
  let call: { kind: Kind; began: number } | undefined
  let text = ''

  function send(): void {
    if (Date.now() > ends) {
      call = undefined
      socket.destroy()
      return
    }
    const { kind, request } = nextCall()
    call = { kind, began: performance.now() }
    socket.write(request)
  }
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.setTimeout(patience_ms, () => socket.destroy())
  socket.on('connect', send)
  socket.on('data', (chunk: string) => {
    text += chunk
    const headEnd = text.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < headEnd + 4 + length) return
    note(call!, Number(text.slice(9, 12)), /\r\nretry-after: \d/i.test(text.slice(0, headEnd)))
    text = ''
    send()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (call) calls[call.kind].failed += 1
    ended.resolve()
  })
  return { isOpen: once(socket, 'connect').catch(() => undefined), hasEnded: ended.promise }
}

function note({ kind, began }: { kind: Kind; began: number }, status: number, canRetry: boolean) {
  const one = calls[kind]
  if (status < 300) {
    one.good += 1
    one.times_ms.push(performance.now() - began)
    return
  }
  const isShed = status === 503 || status === 429
  one[isShed ? 'shed' : 'failed'] += 1
  if (isShed && !canRetry) withoutRetryAfter += 1
}

function nextCall(): { kind: Kind; request: string } {
  const { kind, call } = callOfMix()
  return { kind, request: requestText(call) }
}

function callOfMix(): { kind: Kind; call: Call } {
  const turn = next()
  const chance = Math.random()
  const headers = customerHeaders(turn)
  if (chance < 0.6) {
    return { kind: 'poll', call: { method: 'GET', path: '/api/points/intention', headers } }
  }
  if (chance < 0.9) return { kind: 'list', call: { method: 'GET', path: oneOf(lists), headers } }
  if (chance < 0.95) {
    const company = { 'company-id': target.shops[0]!.company_id }
    const body = { identifier: oneOf(target.emails), password }
    const path = '/api/customer/login'
    return { kind: 'login', call: { method: 'POST', path, headers: company, body } }
  }
  return { kind: 'sale', call: sale(turn) }
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!
}
