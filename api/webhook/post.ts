/** Posts one message to one URL. Follows no redirect and connects to no private address. */

import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isPublic } from '#database/network/public-address.ts'

export type Outcome =
  | { status: number; failure: null }
  /** address: a forbidden address · timeout: no answer in time · connection: no connection. */
  | { status: null; failure: 'address' | 'timeout' | 'connection' }

/** Bytes of the answer, which is ignored. A longer answer closes the connection. */
const maxAnswer_bytes = 65_536
/** ms. Servers close an idle connection after 5 s (Node) or more. The sender closes earlier, so few messages meet a closed one. */
const maxIdle_ms = 4_000

export type Sender = {
  /** Posts JSON, unless the headers name another type. */
  post: (url: string, headers: Record<string, string>, body: string | Buffer) => Promise<Outcome>
  /** Closes all connections, also those in use. */
  close: () => void
}

type Settings = {
  /** Allows http and private addresses, for the demo and tests. */
  allow_private: boolean
  timeout_ms: number
}

/** Opens a sender that reuses connections. It checks the address when it opens one, so later changes of DNS have no effect. */
export function openSender({ allow_private, timeout_ms }: Settings): Sender {
  const connection = { keepAlive: true, timeout: maxIdle_ms }
  const agents = { http: new http.Agent(connection), https: new https.Agent(connection) }

  async function post(
    address: string,
    headers: Record<string, string>,
    body: string | Buffer,
  ): Promise<Outcome> {
    if (!isAllowedAddress(address, allow_private)) return { status: null, failure: 'address' }
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Fiel-Webhooks/1',
        ...headers,
      },
      agent: isSecure ? agents.https : agents.http,
      signal: AbortSignal.timeout(timeout_ms),
      ...(!allow_private && { lookup: lookUpPublic }),
    }
    return send({ url, body, options })
  }

  return {
    post,
    close: () => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/**
 * Whether a URL may be posted to, decided without DNS. It must be https, and its host neither localhost nor an IP address outside the
 * public Internet. With `allow_private` every URL may be.
 */
export function isAllowedAddress(address: string, allow_private: boolean): boolean {
  const { protocol, hostname } = new URL(address)
  const host = hostname.replaceAll(/[[\]]/g, '')
  const isLocal = /(?:^|\.)localhost\.?$/.test(host)
  // A host that is an IP address is not looked up in DNS, so it is checked here.
  return allow_private || (protocol === 'https:' && !isLocal && (!isIP(host) || isPublic(host)))
}

type Message = {
  url: URL
  body: string | Buffer
  options: https.RequestOptions & { signal: AbortSignal }
}

function send({ url, body, options }: Message): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options)
    request.on('response', (response) => {
      resolve({ status: response.statusCode!, failure: null })
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > maxAnswer_bytes) response.destroy()
      })
      // Only the status counts, so an error in the body is ignored.
      response.on('error', () => undefined)
    })
    request.on('error', (error) => {
      if (error instanceof PrivateAddress) resolve({ status: null, failure: 'address' })
      else if (options.signal.aborted) resolve({ status: null, failure: 'timeout' })
      // The receiver closed the kept connection. Retry once on a new one. If the receiver has read the first message, the
      // webhook-id tells it that this is a repeat.
      else if (request.reusedSocket)
        resolve(send({ url, body, options: { ...options, agent: false } }))
      else resolve({ status: null, failure: 'connection' })
    })
    request.end(body)
  })
}

class PrivateAddress extends Error {}

/** Checks the address that the socket then connects to, so that DNS cannot change in between. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    const inner = addresses.find(({ address }) => !isPublic(address))
    if (inner) return callback(new PrivateAddress(), '')
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}
