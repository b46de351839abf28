/** Errors of the database and its surroundings: at most five retries, then 503 with Retry-After, and nothing half done. */

import pg from 'pg'

import { openDatabase, type ProofDatabase, startNode } from '../node/node.ts'
import type { Chunk, Proof, Stage } from '../proof.ts'
import type { Traffic } from '../traffic/attempt.ts'
import { Companies } from '../traffic/companies.ts'
import { disturb } from '../traffic/disturb.ts'
import { readJournal } from '../traffic/journal.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import { resolve } from '../traffic/resolve.ts'
import { renewSessions } from '../traffic/shop.ts'
import { verifyJournal, wrongsOf } from '../traffic/verify.ts'
import { type EventKind, eventKinds, eventOf, type Surroundings } from './event.ts'
import { forceErrors } from './retry.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { createTriggers, raisedCodes } from './trigger.ts'

/** A quarter of the product's time limits (timeLimits). */
const limits = { connect_ms: 1_250, statement_ms: 3_750, answer_ms: 4_250, probe_ms: 1_250 }
const connections = 12
const size = { customers: 16, tills: 16, cashiers: 10, desks: 6, codes: 500 }
/** A fingerprint reads all of a company, before each forced error. */
const callsOfCompany = 2_000
/** Single calls of a chunk with a forced error, beside one event of each kind. */
const defaultSingles = 60

export const forcedErrors: Proof = {
  name: 'errors',
  title:
    'Forced errors of the database: at most 5 retries, then 503 with Retry-After, nothing half done',
  unit: 'forced errors',
  full: 2_000,
  cells: {
    required: [
      ...raisedCodes.map((code) => `${code} · 503`),
      ...['40001', '40P01', '55P03'].map((code) => `${code} · answered after retries`),
      ...eventKinds,
    ],
    impossible: {
      '53100 · answered after retries': 'a full disk is no conflict: a retry would meet it again',
    },
  },
  open: () => openForcedErrors(),
}

type Options = {
  singles?: number
  events?: readonly EventKind[]
  /** Gets the database's owner before the node starts: a test breaks a promise there. */
  spoil?: (owner: pg.Client) => Promise<void>
}

export async function openForcedErrors({
  singles = defaultSingles,
  events = eventKinds,
  spoil,
}: Options = {}): Promise<Stage> {
  await using opening = new AsyncDisposableStack()
  let disk: SmallDisk | null = null
  // The disk holds a part of the database's data, so it is removed after the server has stopped.
  opening.defer(async () => disk?.remove())
  const database = await openDatabase()
  opening.defer(database.close)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  opening.defer(() => owner.end())
  await createTriggers(owner)
  disk = await openSmallDisk(owner, database.folder)
  await spoil?.(owner)
  const clock = { offset_ms: 0 }
  const node = await startNode(database, {
    url: database.url,
    connections,
    limits,
    clock: () => new Date(Date.now() + clock.offset_ms),
  })
  opening.defer(node.close)
  const companies = new Companies(database.sealed, database.folder, size, callsOfCompany)
  opening.defer(() => companies.close())
  const all = {
    database,
    companies,
    singles,
    events,
    surroundings: { owner, node, disk, clock },
  }
  const opened = opening.move()
  return { chunk: (seed) => chunk(all, seed), close: () => opened.disposeAsync() }
}

type Opened = {
  database: ProofDatabase
  companies: Companies
  singles: number
  events: readonly EventKind[]
  surroundings: Surroundings
}

async function chunk(opened: Opened, seed: number): Promise<Chunk> {
  const { database, companies, singles, events, surroundings } = opened
  const { sealed } = database
  const { node, owner } = surroundings
  const random = randomFrom(seed)
  const trade = await companies.current()
  const traffic: Traffic = { ...trade, address: () => node.address, badAnswers: [] }
  const { wrongs, reached } = await forceErrors(database, owner, traffic, {
    random,
    count: singles,
  })
  await resolve(traffic, sealed)
  for (const kind of events) {
    const calls = await event(opened, traffic, kind, random)
    reached.push(...Array<string>(calls).fill(kind))
  }
  if (events.includes('disk full')) reached.push(diskOf(surroundings))
  const entries = await readJournal(trade.journal.path)
  const found = await verifyJournal(sealed, trade.shop.company_id, entries, new Date())
  wrongs.push(...wrongsOf({ ...found, ...traffic }), ...node.defects.splice(0))
  return {
    steps: singles + events.length,
    wrongs,
    reached: counted(reached),
  }
}

/** Returns how many calls met the event: those that it refused, or under a wrong clock those that were answered. */
async function event(
  { database: { sealed }, surroundings }: Opened,
  traffic: Traffic,
  kind: EventKind,
  random: Random,
): Promise<number> {
  const isClock = kind.startsWith('clock')
  // Under a clock that is ahead, the sessions of now would have ended.
  const ahead_ms = kind === 'clock a day ahead' ? 86_400_000 : 0
  const renew = (now: Date) => renewSessions(sealed, traffic.shop.company_id, now)
  await renew(new Date(Date.now() + ahead_ms))
  const disturbance = eventOf(kind, surroundings)
  const { answered, resolved } = await disturb(traffic, sealed, random, disturbance)
  await renew(new Date())
  return isClock ? answered : resolved.length
}

/** How this machine made the disk full. */
function diskOf({ disk }: Surroundings): string {
  return `disk full by ${disk ? 'a tmpfs without space' : 'a trigger: no tmpfs can be mounted here'}`
}

function counted(cells: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1
  return counts
}
