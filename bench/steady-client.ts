/**
 * A client process with thousands of signed-in phones and some tills. Calls have a timetable, and a time counts from the instant of
 * the timetable. So a server that falls behind cannot slow down the calls that measure it (coordinated omission).
 */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { oneSecret } from '#api/secret/server-secret.ts'

import { openConnection, requestText } from './connection.ts'
import type { Target } from './ground.ts'
import { customerHeaders, paths, turns } from './paths.ts'

export type SteadyCommand = {
  target: Target
  phones: number
  /** The polled path. */
  path: string
  moneyPerSecond: number
  duration_ms: number
}

/** ms. */
export type Times = { count: number; p50: number; p99: number; worst: number }
export type SteadyResult = { polls: Times; money: Times; failures: string[] }

/** Each phone polls once in this time, as the portal does. */
const period_ms = 10_000
/** Connections of the tills and of the customers who redeem. */
const moneyConnections = 64
/** The timetable is read this often. */
const tick_ms = 5
/** The first calls plan statements and open connections: they count as failures or successes, and not as times. */
const warmUp_ms = period_ms
/** Of ten movements: six sales, two uses of points, two redemptions. */
const mix = [
  ...Array.from({ length: 6 }, () => paths.keyedEarn),
  ...Array.from({ length: 2 }, () => paths.use),
  ...Array.from({ length: 2 }, () => paths.keyedVoucher),
]

type Phone = { headers: Record<string, string>; socket?: Socket; due: number[]; text: string }

const [command] = (await once(process, 'message')) as [SteadyCommand]
const { target, duration_ms } = command
const { hostname, port } = new URL(target.address)
const polls: number[] = []
const money: number[] = []
const failures: string[] = []
const began = performance.now()
const countsFrom = began + warmUp_ms
const ends = countsFrom + duration_ms

await Promise.all([keepPolling(), command.moneyPerSecond > 0 && moveMoney()])
process.send!(
  { polls: timesOf(polls), money: timesOf(money), failures } satisfies SteadyResult,
  () => process.disconnect(),
)

/** Resolves at the end, once each poll has its answer. */
async function keepPolling(): Promise<void> {
  const next = turns(target, 0)
  const phones: Phone[] = Array.from({ length: command.phones }, () => ({
    headers: customerHeaders(next()),
    due: [],
    text: '',
  }))
  await keepTimetable(period_ms / command.phones, (n, due) => {
    const phone = phones[n % phones.length]!
    phone.due.push(due)
    // A phone with an unanswered poll sends the next one after the answer.
    if (phone.due.length === 1) poll(phone)
  })
  while (phones.some(({ due }) => due.length > 0)) await tick()
  for (const { socket } of phones) socket?.destroy()
}

function poll(phone: Phone): void {
  phone.socket ??= openSocket(phone)
  phone.socket.write(requestText({ method: 'GET', path: command.path, headers: phone.headers }))
}

function openSocket(phone: Phone): Socket {
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => receive(phone, chunk))
  let reason = 'closed'
  // 'close' follows, and counts the poll as failed.
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (reason = code ?? reason))
  socket.on('close', () => {
    delete phone.socket
    phone.text = ''
    if (phone.due.shift() !== undefined) failures.push(`a poll lost its connection: ${reason}`)
    if (phone.due.length > 0) poll(phone)
  })
  return socket
}

function receive(phone: Phone, chunk: string): void {
  phone.text += chunk
  const headEnd = phone.text.indexOf('\r\n\r\n')
  if (headEnd === -1) return
  const head = phone.text.slice(0, headEnd)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (phone.text.length < headEnd + 4 + length) return
  const status = Number(head.slice(9, 12))
  const etag = /\r\netag: ([^\r]+)/i.exec(head)?.[1]
  if (etag) phone.headers['if-none-match'] = etag
  phone.text = ''
  note(polls, phone.due.shift()!)
  if (status !== 304 && status >= 300) failures.push(`a poll was answered ${status}`)
  if (phone.due.length > 0) poll(phone)
}

/** Resolves at the end, once each movement is done. */
async function moveMoney(): Promise<void> {
  const secret = oneSecret(Buffer.from(target.secret))
  const next = turns(target, 0)
  const open = Array.from({ length: moneyConnections }, () => openConnection(target.address))
  const connections = await Promise.all(open)
  const free = [...connections]
  const waiting: (() => void)[] = []
  const running = new Set<Promise<void>>()

  async function move(n: number, due: number): Promise<void> {
    if (free.length === 0) await new Promise<void>((resolve) => void waiting.push(resolve))
    // The one that has rested longest: the server closes a connection after 65 s without a call.
    const connection = free.shift()!
    try {
      await mix[n % mix.length]!.run(next(), connection.send, secret)
      note(money, due)
    } catch (error) {
      failures.push((error as Error).message)
    } finally {
      free.push(connection)
      waiting.shift()?.()
    }
  }
  await keepTimetable(1_000 / command.moneyPerSecond, (n, due) => {
    const movement = move(n, due)
    running.add(movement)
    void movement.then(() => running.delete(movement))
  })
  await Promise.all(running)
  for (const { close } of connections) close()
}

/** Calls `send` for each instant of the timetable that has come, until the time is over. */
async function keepTimetable(
  interval_ms: number,
  send: (n: number, due: number) => void,
): Promise<void> {
  let n = 0
  while (performance.now() < ends) {
    for (; began + n * interval_ms <= performance.now(); n += 1) send(n, began + n * interval_ms)
    await tick()
  }
}

function note(times: number[], due: number): void {
  if (due >= countsFrom) times.push(performance.now() - due)
}

function timesOf(times: number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Infinity
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
}

function tick(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, tick_ms))
}
