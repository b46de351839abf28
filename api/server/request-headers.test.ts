import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'

import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { errorCodes } from '#contract/error.ts'

const { app } = await createWorld()
await app.listen({ port: 0, host: '127.0.0.1' })

/** Sends these lines as raw bytes. Returns the answer's status and body. */
async function answerTo(...lines: string[]): Promise<{ status: number; body: unknown }> {
  const { port } = app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  let text = ''
  client.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(client, 'end')
  const [head, body] = text.split('\r\n\r\n')
  expect(head).toContain('content-type: application/json')
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(text)![1]), body: JSON.parse(body!) }
}

const refused = {
  status: 400,
  body: {
    status: 400,
    message: errorCodes.bad_request.message,
    data: { type: 'bad_request' },
  },
}
const get = 'GET /api/health HTTP/1.1'
const host = 'Host: cafe.localhost'

test.each([
  ['two Host headers', [get, host, 'Host: posto.localhost']],
  ['the same Host header twice', [get, host, 'hOST: cafe.localhost']],
  ['no Host header', [get]],
  ['an Expect that cannot be met', [get, host, 'Expect: 200-ok']],
  ['two Expect headers that cannot be met', [get, host, 'Expect: 200-ok', 'Expect: x=1']],
  ['an Expect at a path that does not exist', ['GET /nothing HTTP/1.1', host, 'Expect: x']],
])('a request with %s gets bad_request in the API’s error format', async (_, lines) => {
  expect(await answerTo(...lines)).toEqual(refused)
})

test.each([
  ['Content-Length beside Transfer-Encoding', ['Content-Length: 6', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 6', 'Content-Length: 0']],
  ['an encoding that is not chunked', ['Transfer-Encoding: chunked, identity']],
  ['an encoding after a space', ['Transfer-Encoding : chunked']],
  ['a length with a sign', ['Content-Length: +6']],
])(
  'a request whose end is ambiguous, by %s, gets 400, and the rest is no second request [T20]',
  async (_, lines) => {
    const { port } = app.server.address() as AddressInfo
    const client = connect(port, '127.0.0.1')
    const smuggled = `0\r\n\r\nGET /ready HTTP/1.1\r\n${host}\r\n\r\n`
    const head = [`POST /api/customer/login HTTP/1.1`, host, ...lines].join('\r\n')
    client.write(`${head}\r\n\r\n${smuggled}`)
    let text = ''
    client.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await once(client, 'end')
    client.destroy()
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  },
)

test.each([
  ['one Host header', [get, host]],
  ['HTTP/1.0 without a Host header', ['GET /api/health HTTP/1.0']],
])('a request with %s is answered', async (_, lines) => {
  expect(await answerTo(...lines)).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a client that expects 100 Continue gets it before it sends the body', async () => {
  const { port } = app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const headers = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-Continue'
  client.write(`POST /api/customer/login HTTP/1.1\r\n${host}\r\n${headers}\r\n\r\n`)
  const [told] = (await once(client, 'data')) as [Buffer]
  expect(told.toString()).toMatch(/^HTTP\/1.1 100 Continue/)
  client.destroy()
})
