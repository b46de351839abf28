import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { afterAll, describe, expect, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { isPublic } from '#database/network/public-address.ts'

import { openSender } from './post.ts'

let connections = 0
/** Bytes of the endless answer that were read. */
let sent_bytes = 0
let isClosed = false
/** The socket of each message, oldest first. */
const sockets: Socket[] = []
const server = createServer((request, response) => {
  request.resume()
  sockets.push(request.socket)
  // Acts as a server that closes an idle connection just as the next message arrives.
  if (request.url === '/breaks-when-kept' && sockets.indexOf(request.socket) < sockets.length - 1) {
    request.socket.destroy()
    return
  }
  if (request.url === '/breaks') {
    request.socket.destroy()
    return
  }
  if (request.url !== '/endless') {
    response.end('ok')
    return
  }
  const chunk = Buffer.alloc(16_384)
  const timer = setInterval(() => {
    sent_bytes += chunk.length
    response.write(chunk)
  }, 2)
  response.on('close', () => {
    clearInterval(timer)
    isClosed = true
  })
})
server.on('connection', () => {
  connections += 1
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

const outside = newSender({ allow_private: false })
const inside = newSender({ allow_private: true })

function newSender({ allow_private }: { allow_private: boolean }) {
  const sender = openSender({ allow_private, timeout_ms: 2_000 })
  afterAll(sender.close)
  return sender
}

describe('an internal address [T20]', () => {
  test.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://localhost',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://0.0.0.0',
    'https://10.0.0.1',
    'https://169.254.169.254/latest/meta-data',
  ])('the internal address %s is not reached, nor even connected to', async (address) => {
    const before = connections
    const url = new URL(address)
    url.port = String(port)
    expect(await outside.post(url.href, {}, '{}')).toEqual({ status: null, failure: 'address' })
    expect(connections).toBe(before)
  })

  test('an internal address is reached where the settings allow private addresses, as in a demo', async () => {
    const before = connections
    const answer = await inside.post(`http://localhost:${port}`, {}, '{}')
    expect(answer).toEqual({ status: 200, failure: null })
    expect(connections).toBe(before + 1)
  })
})

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700:4700::1111', true],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00::1', false],
  ['2001:db8::1', false],
])('whether %s is an address of the Internet: %s [T20]', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

test('an unknown host name or a closed port fails the attempt with the failure `connection`', async () => {
  for (const url of ['https://nada.invalid/', 'http://127.0.0.1:1/']) {
    const answer = await inside.post(url, {}, '{}')
    expect(answer).toEqual({ status: null, failure: 'connection' })
  }
})

test('a sender stops reading an endless answer, and closes the connection', async () => {
  const answer = await inside.post(`http://127.0.0.1:${port}/endless`, {}, '{}')
  expect(answer).toEqual({ status: 200, failure: null })
  await eventually(() => expect(isClosed).toBe(true))
  expect(sent_bytes).toBeLessThan(2_000_000)
})

describe('a sender', () => {
  const url = (path: string) => `http://127.0.0.1:${port}/${path}`

  test('a sender reuses a connection for the next message to the same server', async () => {
    const sender = newSender({ allow_private: true })
    const before = connections
    for (let n = 0; n < 3; n += 1) {
      expect(await sender.post(url('ok'), {}, '{}')).toEqual({ status: 200, failure: null })
    }
    expect(connections).toBe(before + 1)
  })

  test('a sender replaces a reused connection that breaks, and sends the message once more', async () => {
    const sender = newSender({ allow_private: true })
    await sender.post(url('ok'), {}, '{}')
    const before = { connections, messages: sockets.length }
    const answer = await sender.post(url('breaks-when-kept'), {}, '{}')
    expect(answer).toEqual({ status: 200, failure: null })
    expect(connections).toBe(before.connections + 1)
    expect(sockets).toHaveLength(before.messages + 2)
  })

  test('a sender fails the attempt if the replacement connection breaks too', async () => {
    const sender = newSender({ allow_private: true })
    await sender.post(url('ok'), {}, '{}')
    const messages = sockets.length
    const answer = await sender.post(url('breaks'), {}, '{}')
    expect(answer).toEqual({ status: null, failure: 'connection' })
    expect(sockets).toHaveLength(messages + 2)
  })

  test('a sender fails the attempt if a new connection breaks, and does not repeat the message', async () => {
    const sender = newSender({ allow_private: true })
    const messages = sockets.length
    const answer = await sender.post(url('breaks'), {}, '{}')
    expect(answer).toEqual({ status: null, failure: 'connection' })
    expect(sockets).toHaveLength(messages + 1)
  })

  test('a sender closes its connections when it is closed', async () => {
    const sender = newSender({ allow_private: true })
    await sender.post(url('ok'), {}, '{}')
    const socket = sockets.at(-1)!
    expect(socket.destroyed).toBe(false)
    sender.close()
    await eventually(() => expect(socket.destroyed).toBe(true))
  })
})
