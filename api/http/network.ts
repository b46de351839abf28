import { isIPv6, SocketAddress } from 'node:net'

/**
 * The network that counts as one peer: an IPv4 address, or the first 64 bits of an IPv6 address. One subscriber has a whole
 * /64. An IPv4-mapped address ('::ffff:192.0.2.7' or '::ffff:c000:207') counts as IPv4. `address` is well formed.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // In the shortest form, without a zone. A mapped address ends with its IPv4 address.
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address
  const ipv4 = /(\d+\.){3}\d+$/.exec(shortest)?.[0]
  if (ipv4 !== undefined) return ipv4
  const [head = '', tail] = shortest.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(8 - groups.length - after.length).fill('0'), ...after)
  }
  return groups.slice(0, 4).join(':')
}
