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

/** Posts JSON. `allow_private`: http, and addresses of this machine and its network, for demos and tests. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { allow_private, timeout_ms }: { allow_private: boolean; timeout_ms: number },
): Promise<Outcome> {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  // What is written as an address is not looked up, so it is looked at here.
  if (!allow_private && (protocol !== 'https:' || (isIP(host) && !isPublic(host)))) {
    return { status: null, failure: 'address' }
  }
  const signal = AbortSignal.timeout(timeout_ms)
  return new Promise((resolve) => {
    const request = (protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Fiel-Webhooks/1',
        ...headers,
      },
      // A connection of its own: one that was kept may have been closed meanwhile.
      agent: false,
      signal,
      ...(!allow_private && { lookup: lookUpPublic }),
    })
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
      else resolve({ status: null, failure: signal.aborted ? 'timeout' : 'connection' })
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
