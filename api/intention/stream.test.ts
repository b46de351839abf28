import { EventEmitter, once } from 'node:events'
import { type ClientRequest, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import { createLog } from '#api/log/log.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { silentProxy } from '#api/testing/fakes/silent-proxy.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { openPool, rows, sql, timeLimits } from '#database/sql.ts'

import { intentionStreams } from './stream.ts'

const world = await createWorld()
const { cafe, app, call, database } = world

let address: string
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})

type Customer = Awaited<ReturnType<typeof world.confirmed>>
const opened: ClientRequest[] = []
afterEach(() => opened.splice(0).forEach((request) => request.destroy()))

/** Opens a stream as the portal does. Collects its events. */
async function follow({ headers }: { headers: Record<string, string> }, node = address) {
  const request = get(`${node}/api/points/intention/stream`, { headers, agent: false })
  opened.push(request)
  // The end of the test cuts the connection.
  request.on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  const received: Intention[] = []
  let moves = 0
  let ended = false
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const events = (text + chunk).split('\n\n')
    text = events.pop()!
    for (const event of events) {
      if (event.startsWith('data: ')) received.push(JSON.parse(event.slice(6)) as Intention)
      if (event === 'event: points') moves += 1
    }
  })
  response.on('end', () => (ended = true))
  return {
    response,
    received,
    movedCount: () => moves,
    hasEnded: () => ended,
    leave: () => request.destroy(),
  }
}

async function asks(customer: Customer, node = call): Promise<string> {
  const body = sale(customer.document, { points_amount: 10 })
  const answer = await node('POST /partner/points/intention', { headers: asPartner(cafe), body })
  return (answer.body as TillIntention).id
}

const statuses = (intentions: Intention[]) => intentions.map(({ status }) => status)

/** The process ids of the connections that listen. */
async function listeners(): Promise<number[]> {
  const found = await rows<{ pid: number }>(
    database,
    sql`select pid from pg_stat_activity where datname = current_database() and query = 'listen intention'`,
  )
  return found.map(({ pid }) => pid)
}

test('GET /points/intention/stream sends opening, confirmation and capture at once, from any node [D5]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portal = await follow(customer)
  expect(portal.response.headers['content-type']).toBe('text/event-stream')
  const id = await asks(customer, await world.anotherNode())
  await eventually(() => expect(statuses(portal.received)).toEqual(['PENDING']))
  const polled = await call('GET /points/intention', { headers: customer.headers })
  expect(portal.received[0]).toEqual(polled.body)
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params: { id } })
  await eventually(() => expect(portal.received).toHaveLength(2))
  await call('POST /partner/points/intention/{id}/capture', {
    headers: asPartner(cafe),
    params: { id },
    body: { points_amount: 4 },
  })
  await eventually(() =>
    expect(statuses(portal.received)).toEqual(['PENDING', 'AUTHORIZED', 'CAPTURED']),
  )
  expect(portal.received[2]).toMatchObject({ id, code: null, captured: { points_amount: 4 } })
})

test('the stream of a customer ends at once when the staff blocks the customer [D15 D5]', async () => {
  const customer = await world.confirmed(cafe)
  const staff = await staffOf(world, cafe)
  const stream = await follow(customer)
  const blocked = await call('POST /admin/customer/{id}/block', {
    headers: staff.headers,
    params: { id: customer.id },
    body: { reason: 'fraud' },
  })
  expect(blocked.status).toBe(204)
  await eventually(() => expect(stream.hasEnded()).toBe(true))
})

test('a stream tells only its customer, once, that a sale or a return at any node moved points [D5 R7.1]', async () => {
  const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
  const [portal, elsewhere] = [await follow(customer), await follow(other)]
  await eventually(async () => expect(await listeners()).not.toEqual([]))
  const node = await world.anotherNode()
  const headers = asPartner(cafe)
  const body = sale(customer.document)
  const sold = await node('POST /partner/points/generate', { headers, body })
  await eventually(() => expect(portal.movedCount()).toBe(1))
  // A repeat of the sale moves no points.
  await node('POST /partner/points/generate', { headers, body })
  await node('POST /partner/points/{id}/reverse', {
    headers,
    params: { id: (sold.body as { id: string }).id },
    body: { external_id: 'devolução' },
  })
  await eventually(() => expect(portal.movedCount()).toBe(2))
  expect([elsewhere.movedCount(), portal.received]).toEqual([0, []])
})

test('a stream opened late starts with the open intention, and never shows another customer’s [D5]', async () => {
  const [customer, stranger] = [await world.confirmed(cafe, 100), await world.confirmed(cafe)]
  const other = await follow(stranger)
  const id = await asks(customer)
  const [phone, laptop] = [await follow(customer), await follow(customer)]
  for (const portal of [phone, laptop]) {
    await eventually(() => expect(portal.received).toMatchObject([{ id }]))
  }
  await call('DELETE /points/intention/{id}', { headers: customer.headers, params: { id } })
  for (const portal of [phone, laptop]) {
    await eventually(() => expect(statuses(portal.received)).toEqual(['PENDING', 'DECLINED']))
  }
  expect(other.received).toEqual([])
})

test('the end of a session ends its stream without further events [T12]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portal = await follow(customer)
  await call('DELETE /customer/session', { headers: customer.headers })
  await asks(customer)
  await eventually(() => expect(portal.hasEnded()).toBe(true))
  expect(portal.received).toEqual([])
})

test('a stream without a session is refused with 401 [R3.8]', async () => {
  const { response } = await follow({ headers: { 'company-id': cafe.id } })
  expect(response.statusCode).toBe(401)
})

test('a customer’s sixth stream ends the first; one database connection serves all streams [T20]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portals: Awaited<ReturnType<typeof follow>>[] = []
  for (let n = 0; n < 6; n += 1) portals.push(await follow(customer))
  await eventually(() => expect(portals[0]!.hasEnded()).toBe(true))
  portals[1]!.leave()
  await asks(customer)
  for (const portal of portals.slice(2)) {
    await eventually(() => expect(statuses(portal.received)).toEqual(['PENDING']))
  }
  expect(portals[0]!.received).toEqual([])
  expect(await listeners()).toHaveLength(1)
})

test('a node replaces its broken listening connection and sends the missed changes', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portal = await follow(customer)
  await eventually(async () => expect(await listeners()).toHaveLength(1))
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen intention'",
  )
  await asks(customer)
  await eventually(() => expect(statuses(portal.received)).toEqual(['PENDING']))
})

/** A connection with full buffers, because its client reads nothing. */
function fullConnection() {
  const destroyed = vi.fn()
  const ended = vi.fn()
  const events = new EventEmitter()
  const connection = {
    write: () => false,
    end: ended,
    destroy: () => {
      destroyed()
      events.emit('close')
    },
    once: (event: 'close', left: () => void) => void events.once(event, left),
  }
  return { connection, destroyed, ended }
}

const context = {
  database,
  clock: world.now,
  secret: oneSecret(Buffer.alloc(32)),
  log: createLog('silent'),
}

function callerOf({ id, token }: { id: string; token: string }) {
  return { company_id: cafe.id, customer_id: id, token_hash: secretHash(token) }
}

test('the server destroys the connection of a client that does not read its stream', async () => {
  const streams = intentionStreams(context, { beat_ms: 10 })
  const { connection, destroyed, ended } = fullConnection()
  streams.open(callerOf(await world.registered(cafe)))(connection)
  await eventually(() => expect(destroyed).toHaveBeenCalledOnce())
  expect(ended.mock.invocationCallOrder[0]).toBeGreaterThan(destroyed.mock.invocationCallOrder[0]!)
  await streams.close()
})

test('a stream ends after its time limit, even if its client reads nothing', async () => {
  const streams = intentionStreams(context, { life_ms: 50 })
  const { connection, ended } = fullConnection()
  streams.open(callerOf(await world.registered(cafe)))(connection)
  await eventually(() => expect(ended).toHaveBeenCalledOnce())
  await streams.close()
})

test('while the node is overloaded, the heartbeat of a stream makes no query', async () => {
  let isBusy = true
  const write = vi.fn((_text: string) => true)
  // Each read begins with the clock.
  const clock = vi.fn(world.now)
  const streams = intentionStreams({ ...context, clock }, { beat_ms: 10, isBusy: () => isBusy })
  onTestFinished(streams.close)
  const { connection } = fullConnection()
  streams.open(callerOf(await world.confirmed(cafe)))({ ...connection, write })
  // Two reads are no heartbeats: a stream's first, and the one after the node began to listen.
  await eventually(() => expect(clock).toHaveBeenCalledTimes(2))
  const beats = write.mock.calls.length
  await eventually(() => expect(write.mock.calls.length).toBeGreaterThan(beats + 5))
  expect(clock).toHaveBeenCalledTimes(2)
  isBusy = false
  await eventually(() => expect(clock.mock.calls.length).toBeGreaterThan(2))
})

test('a node ends its streams when the database falls silent, then serves them on a new connection', async () => {
  const customer = await world.confirmed(cafe, 100)
  const proxy = await silentProxy(world.url)
  onTestFinished(proxy.close)
  const limits = { ...timeLimits, connect_ms: 500, answer_ms: 1_000, probe_ms: 300 }
  const node = openPool(proxy.url, 4, limits)
  const streams = intentionStreams(
    { database: node, clock: world.now, secret: world.secret, log: createLog('silent') },
    { beat_ms: 100 },
  )
  const caller = {
    company_id: cafe.id,
    customer_id: customer.id,
    token_hash: secretHash(customer.token),
  }
  const server = createServer((_, response) => streams.open(caller)(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const nodeAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    await streams.close()
    server.close()
    await node.end()
  })

  const ofOthers = await listeners()
  const newListeners = async (known: number[]) =>
    (await listeners()).filter((pid) => !known.includes(pid))
  const portal = await follow(customer, nodeAddress)
  await eventually(async () => expect(await newListeners(ofOthers)).toHaveLength(1))
  const listenersBefore = await listeners()
  proxy.goSilent('everything')
  await eventually(async () => expect(portal.hasEnded()).toBe(true))
  proxy.restore()
  const again = await follow(customer, nodeAddress)
  await eventually(async () => expect(await newListeners(listenersBefore)).toHaveLength(1))
  await asks(customer)
  await eventually(async () => expect(statuses(again.received)).toEqual(['PENDING']))
})

test('a stopped node ends a stream that opens after its end, and keeps none', async () => {
  const streams = intentionStreams(context)
  await streams.close()
  const { connection, ended } = fullConnection()
  streams.open(callerOf(await world.registered(cafe)))(connection)
  expect(ended).toHaveBeenCalledOnce()
  expect(streams.count()).toBe(0)
})

test('a stream whose connection has already closed ends with its first heartbeat', async () => {
  const streams = intentionStreams(context, { beat_ms: 10 })
  onTestFinished(streams.close)
  const { connection } = fullConnection()
  // A destroyed socket emits no second 'close'.
  const gone = { ...connection, destroy: () => undefined, once: () => undefined }
  streams.open(callerOf(await world.registered(cafe)))(gone)
  expect(streams.count()).toBe(1)
  await eventually(() => expect(streams.count()).toBe(0))
})

test('a request of HEAD ends no stream of its customer [T20]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portals: Awaited<ReturnType<typeof follow>>[] = []
  for (let n = 0; n < 5; n += 1) portals.push(await follow(customer))
  const url = `${address}/api/points/intention/stream`
  expect((await fetch(url, { method: 'HEAD', headers: customer.headers })).status).toBe(200)
  await asks(customer)
  for (const portal of portals) {
    await eventually(() => expect(statuses(portal.received)).toEqual(['PENDING']))
  }
})

test('stopping the server ends its streams without waiting for their clients', async () => {
  const customer = await world.confirmed(cafe, 100)
  const portal = await follow(customer)
  await app.close()
  await eventually(() => expect(portal.hasEnded()).toBe(true))
})
