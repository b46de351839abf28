/**
 * The proof of the concurrent histories: 32 clients call two nodes on one database, and for each customer some sequential order
 * of the calls must explain every answer. The histories that no order explains stay in `.data-proof/histories`, as JSON lines
 * and as EDN for elle-cli.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SealedDatabase } from '#api/context/context.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import { halves } from '#api/testing/models/halves.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'

import { end, start } from '../crash/process.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import { cellsOfHistories, reachedBy } from './cells.ts'
import { clients, peopleFor, play } from './clients.ts'
import { elleHistory } from './elle.ts'
import { judge } from './judge.ts'
import type { Operation } from './operation.ts'
import { openShop } from './shop.ts'

const root = join(import.meta.dirname, '../..')
/** The folder of histories, from the root. */
const historyFolder = '.data-proof/histories'
/**
 * `operations` of a chunk. `cold`: customers with a small share of the calls, so that many of their calls have no other beside
 * them.
 */
const size = { operations: 4_000, cold: 40 }

export const histories: Proof = {
  name: 'histories',
  title: 'Concurrent calls of 32 clients to two nodes are linearizable, customer by customer',
  unit: 'operations',
  full: 500_000,
  cells: cellsOfHistories(),
  open: openHistories,
}

async function openHistories(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-histories-'))
  const nodes = [await start(folder)]
  nodes.push(await start(folder))
  // The nodes and this process share the database: this process makes the companies and counts what they have.
  const embedded = await startEmbedded(folder)
  const database = openPool(embedded.runtimeUrl, 4)
  const sealed = { database, secret: await openSealed(database, await readSecrets(folder, true)) }
  const addresses = nodes.map(({ address }) => address)
  return {
    chunk: (seed) => historyChunk(sealed, addresses, seed, size),
    close: async () => {
      for (const { child } of nodes) await end(child, 'SIGTERM')
      await database.end()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Plays a history on the servers, judges it, and counts what the customers share. */
export async function historyChunk(
  sealed: SealedDatabase,
  addresses: string[],
  seed: number,
  { operations, cold }: typeof size,
): Promise<Chunk> {
  const people = peopleFor(operations, cold)
  const shop = await openShop(sealed, { people, tills: clients })
  const { history, badAnswers } = await play(seed, { shop, addresses, operations, cold })
  const unexplained = judge(history)
  const wrongs = [
    ...unexplained,
    ...badAnswers,
    ...(await halves(sealed.database, shop.company_id)),
  ]
  const file = await keep(history, wrongs.length > 0 ? `seed-${seed}` : 'last')
  return {
    steps: history.length,
    wrongs: wrongs.map((wrong) => `${wrong} History: ${file}`),
    reached: reachedBy(history),
  }
}

/**
 * Writes the history, and its form for elle-cli beside it. Returns the path from the root. The last explained one replaces the one
 * before.
 */
async function keep(history: Operation[], name: string): Promise<string> {
  await mkdir(join(root, historyFolder), { recursive: true })
  const file = join(historyFolder, `${name}.jsonl`)
  const lines = history.map((operation) => `${JSON.stringify(operation)}\n`)
  await writeFile(join(root, file), lines.join(''))
  await writeFile(join(root, historyFolder, `${name}.edn`), elleHistory(history))
  return file
}
