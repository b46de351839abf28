/** TCP faults between the API and PostgreSQL, under a mixed load: every unknown outcome is resolved by its key or external_id. */

import { copyFile, mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { sumOf } from '../chunk/reached.ts'
import { type Node, openDatabase, type ProofDatabase, startNode } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import type { Traffic } from '../traffic/attempt.ts'
import { Companies, type Trade } from '../traffic/companies.ts'
import { disturb } from '../traffic/disturb.ts'
import { type Group, groupOf, groups, readJournal } from '../traffic/journal.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import type { Resolved } from '../traffic/resolve.ts'
import { verifyJournal, wrongsOf } from '../traffic/verify.ts'
import { type FaultKind, faultKinds, openProxy, type Proxy } from './proxy.ts'

/**
 * A sixth of the product's time limits (timeLimits), in the same order, so that a half-open link costs 3 s and not 17 s. An answer
 * under `latency of 2 s` still comes in time.
 */
const limits = { connect_ms: 850, statement_ms: 2_500, answer_ms: 2_850, probe_ms: 850 }
const root = join(import.meta.dirname, '../..')
const journalFolder = join(root, '.data-proof/network')
/** Networks at the same time, each with a database, node and company of its own: a fault mostly waits for time limits. */
const defaultNetworks = 3
/** One for each person of the console and for the batches: each fault meets all of them. */
const connections = 64
const size = { customers: 32, tills: 32, cashiers: 24, desks: 16 }
/** The longest time of a fault. */
const fault_ms = 2_500
/** Clients that give up under a latency: their calls go on without them. */
const impatience_ms = 1_500

export const network: Proof = {
  name: 'network',
  title:
    'Faults of the network between API and PostgreSQL: every unknown outcome is resolved by its key',
  unit: 'faults',
  full: 1_000,
  cells: { required: requiredCells(), impossible: {} },
  open: () => openNetwork(),
}

export type NetworkOptions = {
  /** The faults of a chunk. Default: one of each kind. */
  kinds?: readonly FaultKind[]
  /** Gets the database before the node starts: a test breaks a promise there. */
  spoil?: (database: ProofDatabase) => Promise<void>
  /** Default: 3. */
  networks?: number
}

/** A chunk has each fault once in each network. */
export async function openNetwork({
  kinds = faultKinds,
  spoil,
  networks = defaultNetworks,
}: NetworkOptions = {}): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  const all: Awaited<ReturnType<typeof openOne>>[] = []
  for (let n = 0; n < networks; n += 1) {
    const one = await openOne(kinds, spoil)
    opening.defer(one.close)
    all.push(one)
  }
  const opened = opening.move()
  return {
    chunk: async (seed) => {
      const parts = await Promise.all(
        all.map((one, n) => one.faults(randomFrom(seed, n), `seed-${seed}-${n}.jsonl`)),
      )
      return {
        steps: parts.length * kinds.length,
        wrongs: parts.flatMap(({ wrongs }) => wrongs),
        reached: sumOf(parts.map(({ reached }) => reached)),
      }
    },
    close: () => opened.disposeAsync(),
  }
}

async function openOne(kinds: readonly FaultKind[], spoil?: NetworkOptions['spoil']) {
  await using opening = new AsyncDisposableStack()
  const database = await openDatabase()
  opening.defer(database.close)
  await spoil?.(database)
  const proxy = await openProxy(database.url)
  opening.defer(proxy.close)
  const node = await startNode(database, { url: proxy.url, connections, limits })
  opening.defer(node.close)
  const companies = new Companies(database.sealed, database.folder, size)
  opening.defer(() => companies.close())
  const opened = opening.move()
  return {
    faults: async (random: Random, name: string) => {
      const trade = await companies.current()
      const found = await injectFaults({ database, proxy, node, kinds }, trade, random)
      return found.wrongs.length === 0
        ? found
        : { ...found, wrongs: await withJournal(found, trade, name) }
    },
    close: () => opened.disposeAsync(),
  }
}

/** The wrongs, with the path of the calls and answers that led to them: another run of the seed need not find them again. */
async function withJournal({ wrongs }: Pick<Chunk, 'wrongs'>, { journal }: Trade, name: string) {
  const copy = join(journalFolder, name)
  await mkdir(journalFolder, { recursive: true })
  await copyFile(journal.path, copy)
  return wrongs.map((wrong) => `${wrong} Journal: ${relative(root, copy)}`)
}

type Opened = { database: ProofDatabase; proxy: Proxy; node: Node; kinds: readonly FaultKind[] }

/** The faults in random order. */
async function injectFaults(
  opened: Opened,
  trade: Trade,
  random: Random,
): Promise<Omit<Chunk, 'steps'>> {
  const { sealed } = opened.database
  const traffic: Traffic = { ...trade, address: () => opened.node.address, badAnswers: [] }
  const reached: Record<string, number> = {}
  for (const kind of shuffled(opened.kinds, random)) {
    for (const { verb, isDone } of await injectFault(opened, traffic, kind, random)) {
      for (const subject of [groupOf(verb), verb]) {
        const cell = cellOf(kind, subject, isDone)
        reached[cell] = (reached[cell] ?? 0) + 1
      }
    }
  }
  const entries = await readJournal(trade.journal.path)
  const found = await verifyJournal(sealed, trade.shop.company_id, entries, new Date())
  const wrongs = [...wrongsOf({ ...found, ...traffic }), ...opened.node.defects.splice(0)]
  return { wrongs, reached }
}

/** The fault, and the retries of the calls that it left without an answer. */
async function injectFault(
  { database, proxy, node }: Opened,
  traffic: Traffic,
  kind: FaultKind,
  random: Random,
): Promise<Resolved[]> {
  const isLatency = kind === 'latency of 2 s'
  const clients = isLatency ? { ...traffic, attemptLimit_ms: impatience_ms } : traffic
  const { resolved } = await disturb(clients, database.sealed, random, {
    strike: () => proxy.strike(kind, random),
    mend: proxy.mend,
    after: async () => {
      proxy.closeBroken()
      await callsEnd(node.pool)
    },
    longest_ms: fault_ms,
  })
  return resolved
}

/**
 * Resolves once no call of the node is under way. A client that gave up may hear a refusal of its repeat while the first call waits in the
 * node, and that one may be carried out later. No server that stores nothing of a refused call can prevent it, so the proof judges
 * the calls that have ended.
 */
async function callsEnd(pool: pg.Pool): Promise<void> {
  while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) await sleep(20)
}

function shuffled<Item>(list: readonly Item[], random: Random): Item[] {
  return list
    .map((item) => ({ item, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function cellOf(kind: FaultKind, subject: string, isDone: boolean): string {
  return `${kind} · ${subject} · ${isDone ? 'had happened' : 'had not'}`
}

/**
 * Each fault with the calls of tills, counter and desk, and with the outcomes that it usually leaves. `reached` also counts the single
 * calls. Required are the groups: at full length a rare call meets a fault fewer than 100 times.
 */
function requiredCells(): string[] {
  return faultKinds.flatMap((kind) =>
    groups.flatMap((group) => outcomesOf(kind, group).map((isDone) => cellOf(kind, group, isDone))),
  )
}

/** A cut within the answers of a transaction seldom meets the answer to its COMMIT. A batch has one answer. */
function outcomesOf(kind: FaultKind, group: Group): boolean[] {
  if (kind === 'latency of 2 s') return [true, false]
  if (kind === 'cut from the database') return group === 'till' ? [true, false] : [false]
  return [kind.endsWith('after COMMIT')]
}
