import { isIPv6 } from 'node:net'

/**
 * The network that counts as one peer: an IPv4 address, or the first 64 bits of an IPv6 address. One subscriber has a whole
 * /64. An IPv4-mapped address ('::ffff:192.0.2.7') counts as IPv4. `address` comes from Node, so it is well formed.
 */
export function networkOf(address: string): string {
  const ipv4 = /(\d+\.){3}\d+$/.exec(address)?.[0]
  if (ipv4 !== undefined || !isIPv6(address)) return ipv4 ?? address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after)
  }
  return groups.slice(0, 4).join(':')
}
