import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterEach, expect, onTestFinished, test } from 'vitest'

import { networkOf } from '#api/http/network.ts'
import { createLog } from '#api/log/log.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createWorld } from '#api/testing/worlds/world.ts'

import { type ConnectionLimits, connectionLimits, limitConnections } from './connections.ts'

const world = await createWorld({
  options: {
    limits: {
      headers_ms: 200,
      request_ms: 400,
      stall_ms: 1_000,
      linger_ms: 50,
      maxConnectionsPerAddress: 5,
    },
  },
})
const address = await world.app.listen({ port: 0, host: '127.0.0.1' })

const clients: Socket[] = []
const servers: Server[] = []
afterEach(() => {
  clients.splice(0).forEach((client) => client.destroy())
  servers.splice(0).forEach((server) => server.close())
})

/** A client that reads nothing and does not close its side when the server does. */
async function deafClient(server: Server, request: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  client.on('error', () => undefined)
  client.pause()
  await once(client, 'connect')
  client.write(request)
  return client
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
}

/** A server with these limits that never answers. Returns its log lines. */
async function limitedServer(limits: Partial<ConnectionLimits>, trustedProxies: string[] = []) {
  const server = createServer()
  servers.push(server)
  const lines: object[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as object) })
  const flush = limitConnections(
    server,
    { ...connectionLimits, ...limits },
    { trustedProxies, log },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, lines, flush }
}

test('the server destroys a connection that sends 500 requests and waits for no answer [T20]', async () => {
  const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: cafe.localhost\r\n\r\n'
  const client = await deafClient(world.app.server, request.repeat(500))
  await eventually(async () => expect(await openConnections(world.app.server)).toBe(0))
  expect(client.bytesRead).toBe(0)
  await answersHealth()
})

/** Again and again: on a busy machine this client too may need more than the 400 ms that a request has here. */
async function answersHealth(): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${address}/api/health`, { headers: { connection: 'close' } })
    expect(answer.status).toBe(200)
  })
}

const head = 'Host: cafe.localhost\r\nContent-Type: application/json\r\n'

test.each([
  ['sends nothing', ''],
  ['sends half of its headers', `GET /api/health HTTP/1.1\r\n${head}`],
  [
    'sends half of its body',
    `POST /api/customer/login HTTP/1.1\r\n${head}Content-Length: 99\r\n\r\n{`,
  ],
  ['sends garbage', 'GARBAGE\r\n\r\n'],
  ['closes after its request', `GET /api/health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`],
])(
  'the server destroys the connection of a client that %s, and serves others',
  async (_, request) => {
    await Promise.all(Array.from({ length: 10 }, () => deafClient(world.app.server, request)))
    await answersHealth()
    await eventually(async () => expect(await openConnections(world.app.server)).toBe(0))
  },
)

test('the server destroys the connection of a client that does not read the answers', async () => {
  // More bytes than the network buffers hold.
  const requests = `GET /api/openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(60)
  await deafClient(world.app.server, requests)
  await eventually(async () => expect(await openConnections(world.app.server)).toBe(0))
})

test('the server answers a request that is too slow before it destroys the connection', async () => {
  const client = await deafClient(world.app.server, `GET /api/health HTTP/1.1\r\n${head}`)
  let answer = ''
  client.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  client.resume()
  await once(client, 'end')
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('"type":"timeout"')
})

test('the server closes new connections of an address over its limit, until others are closed', async () => {
  const { server, lines, flush } = await limitedServer({ maxConnectionsPerAddress: 3 })
  const first = await deafClient(server, '')
  for (let n = 0; n < 2; n += 1) await deafClient(server, '')
  const fourth = await deafClient(server, '')
  fourth.resume()
  await once(fourth, 'end')
  expect(await openConnections(server)).toBe(3)
  first.destroy()
  await eventually(async () => expect(await openConnections(server)).toBe(2))
  await deafClient(server, '')
  await eventually(async () => expect(await openConnections(server)).toBe(3))
  flush()
  expect(lines).toMatchObject([
    { level: 40, counts: { 'too many from one address': 1 }, msg: 'connections refused' },
  ])
})

test('an event stream counts among the connections of its address until its client leaves [T20]', async () => {
  const { headers } = await world.confirmed(world.cafe)
  const open = async () => {
    const request = get(`${address}/api/points/intention/stream`, { headers, agent: false })
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    return { request, status: response.statusCode }
  }
  const first = await open()
  for (let n = 1; n < 5; n += 1) expect((await open()).status).toBe(200)
  await expect(open()).rejects.toThrow('socket hang up')
  first.request.destroy()
  await eventually(async () => expect((await open()).status).toBe(200))
})

test('the server does not limit the connections of a trusted proxy', async () => {
  const { server } = await limitedServer({ maxConnectionsPerAddress: 1 }, ['127.0.0.0/8'])
  for (let n = 0; n < 5; n += 1) await deafClient(server, '')
  await eventually(async () => expect(await openConnections(server)).toBe(5))
})

test('the server closes new connections over the process’s limit, and logs one warning for all', async () => {
  const { server, lines, flush } = await limitedServer({ maxConnections: 2 })
  for (let n = 0; n < 2; n += 1) await deafClient(server, '')
  for (let n = 0; n < 5; n += 1) {
    const refused = await deafClient(server, '')
    refused.resume()
    await once(refused, 'end')
  }
  expect(await openConnections(server)).toBe(2)
  flush()
  expect(lines).toMatchObject([{ level: 40, counts: { 'too many': 5 } }])
})

test('600 phones connect while a node pauses, and none waits to try again [T20]', async () => {
  const node = fork(join(import.meta.dirname, '../testing/worlds/paused-server.ts'))
  onTestFinished(() => void node.kill('SIGKILL'))
  const [port] = (await once(node, 'message')) as [number]
  const phones = Array.from({ length: 600 }, () => connect({ port, host: '127.0.0.1' }))
  clients.push(...phones)
  await Promise.all(phones.map((phone) => once(phone, 'connect')))
  expect(phones.filter(({ readyState }) => readyState === 'open')).toHaveLength(600)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:0DB8:1:02:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::2:3', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('the address %s is counted in the network %s [T8]', (peer, network) => {
  expect(networkOf(peer)).toBe(network)
})
