/** A stream of events on the bare socket: it shares its connection with no other answer. */

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const { app, cafe, call } = world

beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))

const clients: Socket[] = []
afterEach(() => clients.splice(0).forEach((client) => client.destroy()))

/** A connection that sends `text` in one packet and collects what it receives. */
async function rawClient(text: string) {
  const { port } = app.server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1' })
  clients.push(client)
  client.on('error', () => undefined)
  let received = ''
  client.on('data', (chunk: Buffer) => (received += chunk.toString()))
  await once(client, 'connect')
  client.write(text)
  return {
    client,
    received: () => received,
    statuses: () => received.match(/HTTP\/1\.1 \d+/g) ?? [],
  }
}

type Customer = Awaited<ReturnType<typeof world.confirmed>>

function requestOf(start: string, { headers }: Customer, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${start} HTTP/1.1\r\nHost: cafe.localhost\r\n${lines.join('')}\r\n${body}`
}

const stream = (customer: Customer) => requestOf('GET /api/points/intention/stream', customer)

test.each([
  ['a request that is answered at once', 'GET /api/openapi.json'],
  ['an unknown address', 'GET /api/nothing'],
  ['a request that waits for the database', 'GET /api/customer/balance'],
  ['a path that no router can decode', 'GET /api/%E0%A4%A'],
  ['another stream', 'GET /api/points/intention/stream'],
])('a stream with %s behind it is closed, and no other answer is in it [T20]', async (_, start) => {
  const customer = await world.confirmed(cafe)
  const { client, statuses } = await rawClient(stream(customer) + requestOf(start, customer))
  await once(client, 'close')
  expect(statuses()).toEqual([])
})

test('a stream with half of a body behind it is closed, and no other answer is in it [T20]', async () => {
  const customer = await world.confirmed(cafe)
  const headers = {
    ...customer.headers,
    'content-type': 'application/json',
    'content-length': '99',
  }
  const half = requestOf('POST /api/customer/login', { ...customer, headers }, '{')
  const { client, statuses } = await rawClient(stream(customer) + half)
  await once(client, 'close')
  expect(statuses()).toEqual([])
})

test('what a client sends on an open stream gets no answer, and the events go on [T20 D5]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const { client, received, statuses } = await rawClient(stream(customer))
  await eventually(() => expect(statuses()).toEqual(['HTTP/1.1 200']))
  client.write(requestOf('GET /api/health', customer))
  client.write('GARBAGE\r\n\r\n')
  await call('POST /partner/points/intention', {
    headers: asPartner(cafe),
    body: sale(customer.document, { points_amount: 10 }),
  })
  await eventually(() => expect(received()).toContain('"status":"PENDING"'))
  expect(statuses()).toEqual(['HTTP/1.1 200'])
})

test('requests behind an ordinary one are answered in their order on one connection', async () => {
  const customer = await world.confirmed(cafe)
  const texts = ['GET /api/customer/balance', 'GET /api/nothing', 'GET /api/health']
  const { statuses } = await rawClient(texts.map((start) => requestOf(start, customer)).join(''))
  await eventually(() =>
    expect(statuses()).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']),
  )
})
