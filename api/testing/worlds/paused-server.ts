/** A process whose server listens and never accepts: its event loop stands still. Sends the port. */

import type { AddressInfo } from 'node:net'

import { createLog } from '#api/log/log.ts'
import { listenOn, openServer } from '#api/server/server.ts'

const app = openServer({ log: createLog('silent'), trustedProxies: [] })
await listenOn(app, { port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
await new Promise((sent) => process.send!(port, sent))
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
