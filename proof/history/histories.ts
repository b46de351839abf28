/**
 * The proof of the concurrent histories: 32 clients call two nodes on one database, and for each customer some sequential order
 * of the calls must explain every answer. The histories that no order explains stay in `.data-proof/histories`, as JSON lines
 * and as EDN for elle-cli.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

import type { SealedDatabase } from '#api/context/context.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import { halves } from '#api/testing/models/halves.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { renewed } from '../chunk/renewed.ts'
import { end, start } from '../crash/process.ts'
import { patientLimits } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import { cellsOfHistories, reachedBy } from './cells.ts'
import { clients, peopleFor, play } from './clients.ts'
import { elleHistory } from './elle.ts'
import { judge } from './judge.ts'
import type { Operation } from './operation.ts'
import { openShop } from './shop.ts'

const root = join(import.meta.dirname, '../..')
const historyFolder = join(root, '.data-proof/histories')
/**
 * `operations` of a chunk. `cold`: customers with a small share of the calls, so that many of their calls have no other beside
 * them.
 */
const size = { operations: 8_000, cold: 60 }
const nodeCount = 2
/** The servers are then started again on an empty database, which is in memory. */
const stepsPerDatabase = 100_000

export const histories: Proof = {
  name: 'histories',
  title: 'Concurrent calls of 32 clients to two nodes are linearizable, customer by customer',
  unit: 'operations',
  full: 500_000,
  cells: cellsOfHistories(),
  open: () => renewed(openHistories, stepsPerDatabase),
}

async function openHistories(): Promise<Stage> {
  // In memory where there is room: nothing is killed here, and the calls of a hot customer would wait for the disk one by one.
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(dataParent(), 'fiel-histories-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const nodes: Awaited<ReturnType<typeof start>>[] = []
  for (let n = 0; n < nodeCount; n += 1) {
    const node = await start(folder)
    opening.defer(() => end(node.child, 'SIGTERM'))
    nodes.push(node)
  }
  // The nodes and this process share the database: this process makes the companies and counts what they have.
  const embedded = await startEmbedded(folder)
  opening.defer(embedded.stop)
  const database = openPool(embedded.runtimeUrl, 4, patientLimits)
  opening.defer(() => database.end())
  const sealed = { database, secret: await openSealed(database, await readSecrets(folder, true)) }
  const servers = { sealed, addresses: nodes.map(({ address }) => address), historyFolder }
  const opened = opening.move()
  return {
    chunk: (seed) => historyChunk(servers, seed, size),
    close: () => opened.disposeAsync(),
  }
}

type Servers = { sealed: SealedDatabase; addresses: string[]; historyFolder: string }

/** Plays a history on the servers, judges it, and counts what the customers share. */
export async function historyChunk(
  { sealed, addresses, historyFolder }: Servers,
  seed: number,
  { operations, cold }: typeof size,
): Promise<Chunk> {
  const people = peopleFor(operations, cold)
  const shop = await openShop(sealed, { people, tills: clients })
  const { history, badAnswers } = await play(seed, { shop, addresses, operations, cold })
  const uncounted = await halves(sealed.database, shop.company_id)
  const wrongs = [...judge(history), ...badAnswers, ...uncounted]
  const file = await keep(history, join(historyFolder, wrongs.length > 0 ? `seed-${seed}` : 'last'))
  return {
    steps: history.length,
    wrongs: wrongs.map((wrong) => `${wrong} History: ${relative(root, file)}`),
    reached: reachedBy(history),
  }
}

/**
 * Writes the history, and its form for elle-cli beside it. Returns the path of the history. The last explained one replaces the one
 * before.
 */
async function keep(history: Operation[], path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const lines = history.map((operation) => `${JSON.stringify(operation)}\n`)
  await writeFile(`${path}.jsonl`, lines.join(''))
  await writeFile(`${path}.edn`, elleHistory(history))
  return `${path}.jsonl`
}
