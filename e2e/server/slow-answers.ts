/**
 * Delays each answer of the server by a random time of up to E2E_SLOWEST_MS. A journey that does not wait for an answer then fails.
 * Import it before the server starts.
 */

import { Server } from 'node:http'

const slowest_ms = Number(process.env['E2E_SLOWEST_MS'])
const emit: Server['emit'] = Reflect.get(Server.prototype, 'emit')

Server.prototype.emit = new Proxy(emit, {
  apply(target, server, event: [string, ...unknown[]]) {
    if (event[0] !== 'request') return Reflect.apply(target, server, event)
    // Squared: most answers are quick, so that some overtake others.
    setTimeout(() => Reflect.apply(target, server, event), Math.random() ** 2 * slowest_ms)
    return true
  },
})
