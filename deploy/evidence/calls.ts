/** Calls of the company's site, over TLS through nginx, as tills and phones make them. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'

const host = 'cafe.localhost'
/** The longest wait for an answer: longer than a node's own limit. */
const limit_ms = 20_000

type Sent = { headers?: Record<string, string>; body?: object | undefined }
/** Status 0: no answer came. */
export type Answer = { status: number; body: unknown }
export type Ask = (endpoint: string, sent?: Sent) => Promise<Answer>

/** `certificate` is the file of the site's certificate, which no authority has signed. */
export function openSite(certificate: string): Ask {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(certificate) })
  return async (endpoint, { headers = {}, body } = {}) => {
    const [method, path] = endpoint.split(' ')
    const content = body && JSON.stringify(body)
    const type = content ? { 'content-type': 'application/json' } : {}
    const call = request({
      agent,
      host: '127.0.0.1',
      port: 443,
      servername: host,
      method,
      path: `/api/${path}`,
      headers: { host, ...type, ...headers },
      signal: AbortSignal.timeout(limit_ms),
    })
    call.end(content)
    try {
      const [response] = (await once(call, 'response')) as [IncomingMessage]
      const answered = await text(response)
      const isJson = String(response.headers['content-type']).includes('json') && answered !== ''
      return {
        status: response.statusCode!,
        body: isJson ? (JSON.parse(answered) as unknown) : answered,
      }
    } catch {
      // A refused, broken or timed-out connection.
      return { status: 0, body: undefined }
    }
  }
}
