/** Requests that no HTTP client sends, as bytes of a connection of their own. */

import { connect } from 'node:net'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import type { Random } from '../traffic/random.ts'

/** Longer than the server's limit for a request that does not end (20 s). */
const maxAnswer_ms = 25_000

/** The share of requests that end in the middle. */
const cutShare = 0.1

/** `isCut`: the client ends its side after the bytes, in the middle of the request. */
export type Raw = { bytes: string; isCut: boolean }

export function rawRequest(key: EndpointKey, random: Random): Raw {
  const [method, path] = key.split(' ') as [string, string]
  const line = `${method} /api${path} HTTP/1.1`
  const host = 'Host: localhost\r\nConnection: close'
  if (random.fraction() < cutShare) {
    const bytes = random.pick([
      `${line}\r\n${host}\r\n`,
      `${line}\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
      `${line}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a`,
    ])
    return { bytes, isCut: true }
  }
  const bytes = random.pick([
    `${method}\r\n\r\n`,
    `${line.toLowerCase()}\r\n${host}\r\n\r\n`,
    `${method} /api${path} HTTP/9.9\r\n${host}\r\n\r\n`,
    `${method} /api${path} HTTP/1.1 x\r\n${host}\r\n\r\n`,
    `${method} api${path} HTTP/1.1\r\n${host}\r\n\r\n`,
    `${method}  /api${path} HTTP/1.1\r\n${host}\r\n\r\n`,
    `${line}\r\n${host}\r\nno colon\r\n\r\n`,
    `${line}\r\n${host}\r\n: empty\r\n\r\n`,
    `${line}\r\n${host}\r\nA\u0000B: 1\r\n\r\n`,
    `${line}\r\n${host}\r\nA: \u0000\r\n\r\n`,
    `${line}\r\n${host}\r\n folded: 1\r\n\r\n`,
    `${line}\r\n${host}\r\nA : 1\r\n\r\n`,
    `${line}\r\n${host}\r\n${host}\r\n\r\n`,
    `${line}\r\nConnection: close\r\n\r\n`,
    `${line}\r\n${host}\r\nContent-Length: -1\r\n\r\n`,
    `${line}\r\n${host}\r\nContent-Length: 1x\r\n\r\n`,
    `${line}\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    `${line}\r\n${host}\r\nContent-Length: 99999999999999999999\r\n\r\n`,
    `${line}\r\n${host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${line}\r\n${host}\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    `${line}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `${line}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`,
    `${line}\r\n${host}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`,
    `${line}\r\n${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    `${method} /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
    `${method} /api${path}\u0000 HTTP/1.1\r\n${host}\r\n\r\n`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\u0000\u0001\u0002\u00ff'.repeat(50),
    `\r\n\r\n\r\n${line}\r\n:\r\n\r\n`,
  ])
  return { bytes, isCut: false }
}

/** The bytes of the answer, up to the server's end of the connection. */
export function sendRaw(address: string, { bytes, isCut }: Raw): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(Buffer.from(bytes, 'latin1'))
      if (isCut) socket.end()
    })
    socket.setTimeout(maxAnswer_ms, () => socket.destroy(new Error('no answer in time')))
    socket.on('data', (part) => parts.push(part))
    socket.on('error', (error) => (parts.length > 0 ? end() : reject(error)))
    socket.on('end', () => end())
    const end = () => {
      socket.destroy()
      resolve(Buffer.concat(parts).toString())
    }
  })
}
