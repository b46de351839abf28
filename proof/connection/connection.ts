/** Calls over a few connections that stay open, for proofs that send many. */

import { Agent, request } from 'node:http'

/** Longer than the server's own limit for any request. */
const maxAnswer_ms = 25_000

type Call = {
  method: string
  /** With its query. It is sent as it is. */
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** `text`: of an event stream its first part. */
export type Heard = { status: number; headers: Record<string, string>; text: string }

export type Connections = {
  /** Rejects without an answer, with the reason of the connection. */
  send: (call: Call) => Promise<Heard>
  close: () => void
}

/** `address`: of a node, as 'http://127.0.0.1:8080'. */
export function openConnections(address: string, count: number): Connections {
  const { hostname, port } = new URL(address)
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  return {
    send: (call) =>
      new Promise((resolve, reject) => {
        const { method, path, headers, body } = call
        const length =
          body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
        const sent = request(
          { agent, hostname, port, method, path, headers: { ...length, ...headers } },
          (answer) => {
            const parts: Buffer[] = []
            const end = () =>
              resolve({
                status: answer.statusCode!,
                headers: answer.headers as Heard['headers'],
                text: Buffer.concat(parts).toString(),
              })
            const isStream = answer.headers['content-type'] === 'text/event-stream'
            answer.on('data', (part: Buffer) => {
              parts.push(part)
              if (!isStream) return
              end()
              sent.destroy()
            })
            answer.on('end', end)
            answer.on('error', reject)
          },
        )
        sent.setTimeout(maxAnswer_ms, () => sent.destroy(new Error('no answer in time')))
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** Whether the server or its database is busy. The address services, which no proof reaches, are away with another code. */
export function isBusy({ status, text }: Heard): boolean {
  return status === 503 && text.includes('"type":"unavailable"')
}
