/** A stand-in for Sentry's intake: POST /api/{project}/envelope/ with lines of JSON. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ErrorService = {
  dsn: string
  /** The envelopes received, unchanged, oldest first. */
  received: string[]
  close: () => Promise<void>
}

export async function startErrorService(): Promise<ErrorService> {
  const received: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += String(chunk)))
    request.on('end', () => {
      if (request.method === 'POST' && request.url?.startsWith('/api/42/envelope/')) {
        received.push(`${JSON.stringify(request.headers)}\n${body}`)
      }
      // A page of another origin sends the envelope, so CORS must allow it, as Sentry does.
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://key@127.0.0.1:${port}/42`,
    received,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** The event of an envelope: the third line, after the envelope's header and the item's header. */
export function eventIn(envelope: string): ReportedEvent {
  return JSON.parse(envelope.split('\n')[3]!)
}

export type ReportedEvent = {
  tags?: Record<string, string>
  exception: {
    values: {
      type: string
      value: string
      stacktrace: { frames: { filename: string; function?: string }[] }
    }[]
  }
}
