/** Restarts the embedded server after it was killed: a demo has no other supervisor. */

import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

/** The pause between two tries to connect. A server that starts refuses connections for a moment. */
const retry_ms = 500

/** Holds one idle connection, whose end means that the server is gone. Resolves once it is open; `stop` closes it. */
export async function watchServer(
  url: string,
  restart: () => Promise<string>,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let connection = await hold()

  async function hold(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'fiel watch' })
    // 'end' follows every error and is handled below.
    client.on('error', () => undefined)
    await client.connect()
    client.on('end', () => void revive())
    return client
  }

  async function revive(): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      const found = await restart()
      // The pools would not find the server on another port, so the process must be restarted.
      if (found !== url) throw new Error('The database came back on another port: restart Fiel.')
      connection = await hold()
    } catch (error) {
      console.error((error as Error).message)
      await sleep(retry_ms)
      await revive()
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await connection.end()
    },
  }
}
