import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { afterAll, expect, test } from 'vitest'

import { mustEncrypt, smtpTransport } from './transport.ts'

const received: string[] = []
/** A mail server without STARTTLS, as an attacker between the two would show one. */
const server = createServer((socket) => {
  socket.write('220 mail\r\n')
  socket.on('data', (chunk: Buffer) => {
    const line = chunk.toString()
    received.push(line)
    socket.write(/^(EHLO|HELO)/.test(line) ? '250 mail\r\n' : '502 no\r\n')
  })
  socket.on('error', () => undefined)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())

test('a mail is not sent to a server that offers no TLS, and neither is the password [T19]', async () => {
  const { port } = server.address() as AddressInfo
  const transport = smtpTransport(`smtp://fiel:segredo@127.0.0.1:${port}?requireTLS=true`)
  const mail = {
    from: 'a@exemplo.com.br',
    to: 'b@exemplo.com.br',
    subject: 'Entrar',
    text: 'https://cafe.example/entrar-link?token=segredo',
    html: '',
    messageId: '<1@exemplo.com.br>',
  }
  const sending = transport.send(mail as never, new AbortController().signal)
  await expect(sending).rejects.toThrow()
  transport.close()
  expect(received.join('')).not.toMatch(/AUTH|MAIL FROM|segredo/)
})

test.each([
  ['smtp://mail.example.com', true],
  ['smtp://fiel:segredo@mail.example.com:587', true],
  ['smtps://mail.example.com', true],
  ['smtp://10.0.0.7', true],
  ['smtp://mail.example.com?requireTLS=false', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://localhost:1025', false],
  ['smtp://[::1]:1025', false],
  ['smtp://localhost.example.com', true],
])('the connection to %s must be encrypted: %s [T19]', (url, expected) => {
  expect(mustEncrypt(url)).toBe(expected)
})
