/** One message to one address, and nothing else: no redirect is followed, no address within our walls is reached. */

import { lookup as lookUp, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

export type Outcome =
  | { status: number; failure: null }
  /** address: it is not one that we send to · timeout: no answer in time · connection: none at all. */
  | { status: null; failure: 'address' | 'timeout' | 'connection' }

/** Of the answer, which nobody reads: past these bytes the connection is closed. */
const max_answer_bytes = 65_536
/** Servers close an idle connection after 5 s (Node) or more: ours closes first, so that few messages meet a closed one. */
const max_idle_ms = 4_000

export type Sender = {
  /** Posts JSON. */
  post: (url: string, headers: Record<string, string>, body: string) => Promise<Outcome>
  /** Closes all connections, also those in use. */
  close: () => void
}

type Settings = {
  /** http, and addresses of this machine and its network: for demos and tests. */
  allow_private: boolean
  timeout_ms: number
}

/** Keeps its connections. A kept one was checked when it was opened: the name may lead elsewhere since, the connection does not. */
export function openSender({ allow_private, timeout_ms }: Settings): Sender {
  const connection = { keepAlive: true, timeout: max_idle_ms }
  const agents = { http: new http.Agent(connection), https: new https.Agent(connection) }

  async function post(
    address: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    const url = new URL(address)
    const host = url.hostname.replaceAll(/[[\]]/g, '')
    const isSecure = url.protocol === 'https:'
    // What is written as an address is not looked up, so it is looked at here.
    if (!allow_private && (!isSecure || (isIP(host) && !isPublic(host)))) {
      return { status: null, failure: 'address' }
    }
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

type Message = {
  url: URL
  body: string
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
        if (received > max_answer_bytes) response.destroy()
      })
      // The status is all that counts: an answer that breaks off after it changes nothing.
      response.on('error', () => undefined)
    })
    request.on('error', (error) => {
      if (error instanceof PrivateAddress) resolve({ status: null, failure: 'address' })
      else if (options.signal.aborted) resolve({ status: null, failure: 'timeout' })
      // The receiver has closed the kept connection. Once more on a new one, which is never a reused one; the webhook-id
      // tells the receiver that it is a repeat, should it have read the first.
      else if (request.reusedSocket)
        resolve(send({ url, body, options: { ...options, agent: false } }))
      else resolve({ status: null, failure: 'connection' })
    })
    request.end(body)
  })
}

class PrivateAddress extends Error {}

/** The address that is looked at is the address that is connected to: a name cannot change in between. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    const inner = addresses.find(({ address }) => !isPublic(address))
    if (inner) return callback(new PrivateAddress(), '')
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

/** What is not somebody's server on the Internet, after IANA's registries of special-purpose addresses. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
// Within the addresses that are given out: tunnels, which lead to an IPv4 address of any kind, and examples.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}
/** All that is given out of IPv6: neither ::1 nor fc00:: nor an IPv4 address in disguise is in it. */
const given_out = new BlockList()
given_out.addSubnet('2000::', 3, 'ipv6')

/** True for an address of the Internet. Of an IP address only. */
export function isPublic(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4')
  return given_out.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
