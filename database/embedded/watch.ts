/** Notices that the embedded server was killed, and starts it again: a stranger's try of Fiel has nobody else to do it. */

import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

const retry_ms = 500

/** Holds one idle connection: when that breaks, the server is gone. Resolves once it is held; `stop` lets it go. */
export async function watchServer(
  url: string,
  restart: () => Promise<string>,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let held = await hold()

  async function hold(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'fiel watch' })
    // Its end says the same.
    client.on('error', () => undefined)
    await client.connect()
    client.on('end', () => void revive())
    return client
  }

  async function revive(): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      const found = await restart()
      // Our connections would not find it there: then a person has to look.
      if (found !== url) throw new Error('The database came back on another port: restart Fiel.')
      held = await hold()
    } catch (error) {
      console.error((error as Error).message)
      await sleep(retry_ms)
      await revive()
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      await held.end()
    },
  }
}
