/** The push services of browsers. A node sends pushes to them alone, because a customer's browser names the address (T20). */

/**
 * Hosts, or ends of hosts behind a dot:
 * - Google: Chrome, Edge on Android, Samsung Internet, Opera, Brave
 * - Mozilla: Firefox
 * - Apple: Safari
 * - Microsoft: Edge
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

export function isPushService(address: string): boolean {
  const { hostname } = new URL(address)
  return services.some((service) => hostname === service || hostname.endsWith(`.${service}`))
}
