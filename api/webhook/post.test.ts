import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, describe, expect, test, vi } from 'vitest'

import { isPublic, post } from './post.ts'

let connections = 0
/** What an answer's reader got of its endless body. */
let sent_bytes = 0
let is_closed = false
const server = createServer((request, response) => {
  request.resume()
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
    is_closed = true
  })
})
server.on('connection', () => {
  connections += 1
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

const outside = { allow_private: false, timeout_ms: 2_000 }
const inside = { allow_private: true, timeout_ms: 2_000 }

describe('T20 an address within our walls', () => {
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
  ])('%s is not reached, nor even connected to', async (address) => {
    const before = connections
    const url = new URL(address)
    url.port = String(port)
    expect(await post(url.href, {}, '{}', outside)).toEqual({ status: null, failure: 'address' })
    expect(connections).toBe(before)
  })

  test('is reached in a demo', async () => {
    const before = connections
    const answer = await post(`http://localhost:${port}`, {}, '{}', inside)
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
])('T20 %s is an address of the Internet: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

test('a name that nobody has, and a port that nobody listens on, are no connection', async () => {
  for (const url of ['https://nada.invalid/', 'http://127.0.0.1:1/']) {
    const answer = await post(url, {}, '{}', inside)
    expect(answer).toEqual({ status: null, failure: 'connection' })
  }
})

test('an answer is not read to its end: an endless one is cut off', async () => {
  const answer = await post(`http://127.0.0.1:${port}/endless`, {}, '{}', inside)
  expect(answer).toEqual({ status: 200, failure: null })
  await vi.waitFor(() => expect(is_closed).toBe(true), { timeout: 2_000 })
  expect(sent_bytes).toBeLessThan(2_000_000)
})
