import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'

import { randomFrom } from '../traffic/random.ts'
import { openProxy } from './proxy.ts'

const count = 400

/** A message of PostgreSQL's protocol: a type, a length and a text. */
function query(text: string): Buffer {
  const bytes = Buffer.alloc(text.length + 6)
  bytes.write('Q')
  bytes.writeInt32BE(text.length + 5, 1)
  bytes.write(text, 5)
  return bytes
}

/** Keeps the process busy, so that its timers are late. */
function compute(ms: number): void {
  const began = performance.now()
  while (performance.now() - began < ms);
}

test('a latency that begins and ends keeps the order of the messages, also on a busy machine', async () => {
  const received: Buffer[] = []
  const database = createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('error', () => undefined)
  })
  database.listen(0, '127.0.0.1')
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo
  const proxy = await openProxy(`postgresql://127.0.0.1:${port}/fiel`)
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  onTestFinished(async () => {
    client.destroy()
    await proxy.close()
    database.close()
  })
  // The first message has no type.
  client.write(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]))
  const random = randomFrom(1)
  for (let n = 0; n < count; n += 1) {
    if (n % 40 === 10) proxy.strike('latency of 2 s', random)
    if (n % 40 === 30) proxy.mend()
    client.write(query(String(n).padStart(3, '0')))
    compute(random.integer(0, 3))
    await new Promise(setImmediate)
  }
  proxy.mend()
  const numbers = () => Buffer.concat(received).toString('latin1').match(/\d{3}/g) ?? []
  await eventually(() => expect(numbers()).toHaveLength(count))
  expect(numbers()).toEqual(Array.from({ length: count }, (_, n) => String(n).padStart(3, '0')))
})
