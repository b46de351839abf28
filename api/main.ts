/** The process: database, demo, HTTP, and a clean stop. */

import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { createApp } from './app.ts'
import { connect, reason } from './database/connect.ts'
import { prepareDemo } from './demo.ts'

const port = Number(process.env['PORT'] ?? 3000)
/** All of this machine's addresses, IPv6 and IPv4. */
const host = process.env['HOST'] ?? '::'
const portal_folder = join(import.meta.dirname, '../dist')

const starting = start()

// A stop in the middle of a start waits for its end: nothing is left half made, and the database stops too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void starting.then((stop) => stop()).finally(() => process.exit(0)))
}

try {
  await starting
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}

/** Returns what stops it all. */
async function start(): Promise<() => Promise<void>> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT is ${process.env['PORT']}: use a number from 0 to 65535.`)
  }
  const { pool, stop } = await connect()
  try {
    const context = {
      database: pool,
      clock: () => new Date(),
      portal_folder: existsSync(portal_folder) ? portal_folder : null,
      log_level: process.env['LOG_LEVEL'] === 'debug' ? 'debug' : 'info',
    } as const
    const app = await createApp(context)
    // Only on this machine's own database: the demo customer's password is known to everybody.
    const demo = process.env['DATABASE_URL'] ? undefined : await prepareDemo(context)
    await app.listen({ port, host })
    const listening = (app.server.address() as AddressInfo).port
    console.log(demo ? demo(listening) : `Fiel listens on port ${listening}.`)
    return async () => {
      await app.close()
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function startFailure(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop what uses it, or choose another with PORT=3001.`
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be used by this user: choose another with PORT=3001.`
  }
  return reason(error)
}
