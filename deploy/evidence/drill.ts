/** The drill itself, in a network and process namespace of its own: `npm run evidence` starts it there. */

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ask } from './calls.ts'
import { killNodes, replaceSecret } from './change.ts'
import { openMails, register } from './day.ts'
import { installDatabase, installNginx, installNodes, openTill, sellForADay } from './install.ts'
import { boot, type Machine } from './machine.ts'
import { DrillRecord } from './record.ts'
import { dumpAndLoad, restoreToAnInstant } from './restore.ts'
import { upgrade } from './upgrade.ts'

export type Servers = {
  record: DrillRecord
  /** The server with the nodes and nginx. `appRoot` is the path of its root folder on this machine. */
  app: Machine
  appRoot: string
  /** The server with PostgreSQL. */
  database: Machine
  /** Waits until both nodes serve. */
  ready: () => Promise<void>
}

/** `key` is the key of the till. */
export type Drill = Servers & { site: Ask; key: string }

const readyLimit_ms = 60_000

export async function drill(folder: string): Promise<void> {
  const recordFile = join(folder, 'record.json')
  const record = new DrillRecord()
  record.load(recordFile)
  const mails = await openMails()
  const appRoot = join(folder, 'app')
  const database = await boot('database', join(folder, 'database'), join(folder, 'database.log'))
  const app = await boot('app', appRoot, join(folder, 'app.log'))
  try {
    const servers = { record, app, appRoot, database, ready }
    await installDatabase(servers)
    await installNodes(servers)
    const site = await installNginx(servers)
    const key = await openTill(servers)
    await sellForADay({ ...servers, site, key }, mails)
    await restoreToAnInstant({ ...servers, site, key })
    await dumpAndLoad(servers)
    await killNodes({ ...servers, site, key })
    const customer = await register(site, '15350946056')
    await replaceSecret({ ...servers, site, key }, customer)
    await upgrade(servers, site)
  } catch (error) {
    // A server that has stopped has no journal to show.
    console.error(await app.run('journalctl --no-pager --lines=30 --unit="fiel@*"').catch(() => ''))
    throw error
  } finally {
    record.save(recordFile)
    await app.stop()
    await database.stop()
    await mails.stop()
  }
}

async function ready(): Promise<void> {
  const began = performance.now()
  for (const port of [3000, 3001]) {
    for (;;) {
      // A node of 0.2.0 has no /ready.
      const answers = await Promise.all(
        ['ready', 'api/health'].map((path) =>
          fetch(`http://127.0.0.1:${port}/${path}`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      )
      if (answers[1] === 200 && (answers[0] === 200 || answers[0] === 404)) break
      if (performance.now() - began > readyLimit_ms)
        throw new Error(`The node on port ${port} is not ready: ${answers.join(', ')}`)
      await sleep(100)
    }
  }
}
