/** Rounds of load, `kill -9` and recovery, all on one server and one database. */

import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { SealedDatabase } from '#api/context/context.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import type { Verification } from '#api/testing/models/verification.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { openPool } from '#database/sql.ts'
import { dataParent } from '#database/testing/data-parent.ts'

import { patientLimits } from '../node/node.ts'
import type { Traffic } from '../traffic/attempt.ts'
import { Companies } from '../traffic/companies.ts'
import { readJournal, type Verb } from '../traffic/journal.ts'
import { load } from '../traffic/load.ts'
import { type Random, randomFrom } from '../traffic/random.ts'
import { resolve, type Resolved } from '../traffic/resolve.ts'
import { verifyJournal } from '../traffic/verify.ts'
import { answersAgain, end, killPostmaster, ready, start } from './process.ts'

/** Enough customers, tills and cashiers that few pairs reach the rate limit of intentions (T6). */
const size = { customers: 24, tills: 32, cashiers: 12, desks: 6 }
/** A round without an answer after this time fails: a kill before the first answer would prove nothing. */
const firstAnswerLimit_ms = 30_000
const poll_ms = 100

export type Victim = 'API' | 'PostgreSQL'
export type Round = Verification & {
  victim: Victim
  badAnswers: string[]
  /** Calls answered under load. */
  acknowledged: Verb[]
  /** The calls without an answer. */
  resolved: Resolved[]
  perSecond: number
  /** From the kill of the API, or from the start of a new PostgreSQL, until the API serves. */
  ready_ms: number
}

/** `load_ms`: the longest load before a kill; the shortest is half of it. */
type Plan = { seed: number; victims: Victim[]; load_ms: number }

export type Crash = {
  /** Kills the victims in their order. `report` receives each finished round. A call that stays unknown is an error. */
  rounds: (plan: Plan, report: (round: Round) => void) => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts the server on a new database. Its folder is in memory where there is room: a kill of a process loses nothing that was written
 * to a file, on a disk or not, and a killed PostgreSQL reads and syncs all of its 1,000 files. `spoil` gets the URL of the
 * database's owner: a test breaks a promise there.
 */
export async function openCrash(
  spoil: (ownerUrl: string) => Promise<void> = async () => undefined,
): Promise<Crash> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(dataParent(), 'fiel-crash-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  let server = await start(folder)
  opening.defer(() => end(server.child, 'SIGTERM'))
  // The server and this process share the database, so that it can be read after either kill.
  const embedded = await startEmbedded(folder)
  opening.defer(embedded.stop)
  await spoil(embedded.url)
  const database = openPool(embedded.runtimeUrl, 4, patientLimits)
  opening.defer(() => database.end())
  const sealed = { database, secret: await openSealed(database, await readSecrets(folder, true)) }
  const companies = new Companies(sealed, folder, size)
  opening.defer(() => companies.close())

  /** Returns the time that a readiness counts from (`ready_ms`). The API itself restarts PostgreSQL (database/embedded/watch.ts). */
  async function kill(victim: Victim): Promise<number> {
    if (victim === 'PostgreSQL') {
      await killPostmaster(folder)
      return performance.now()
    }
    const killed = performance.now()
    await end(server.child, 'SIGKILL')
    server = await start(folder)
    return killed
  }

  async function rounds(
    { seed, victims, load_ms }: Plan,
    report: (round: Round) => void,
  ): Promise<void> {
    for (const [n, victim] of victims.entries()) {
      const trade = await companies.current()
      const traffic = { ...trade, address: () => server.address, badAnswers: [] }
      const random = randomFrom(seed, n)
      const pause_ms = random.integer(load_ms / 2, load_ms)
      report(await round({ traffic, sealed, kill, victim, random, pause_ms }))
    }
  }

  const opened = opening.move()
  return { rounds, close: () => opened.disposeAsync() }
}

type Stroke = {
  traffic: Traffic
  sealed: SealedDatabase
  kill: (victim: Victim) => Promise<number>
  victim: Victim
  random: Random
  /** From the first answer until the kill. */
  pause_ms: number
}

async function round(stroke: Stroke): Promise<Round> {
  const { traffic, sealed, victim, random } = stroke
  const { journal, shop } = traffic
  const loggedBefore = (await readJournal(journal.path)).length
  const over = new AbortController()
  // Ctrl-C closes the journal during a load. Its error must end the round, and not the process before it has cleaned up.
  const [{ perSecond, ready_ms }] = await Promise.all([
    strike(stroke, loggedBefore).finally(() => over.abort()),
    load(traffic, random.integer(0, 1_000_000_000), over.signal),
  ])
  await answersAgain(sealed.database)
  const logged = (await readJournal(journal.path)).slice(loggedBefore)
  const resolved = await resolve(traffic, sealed)
  const entries = await readJournal(journal.path)
  return {
    victim,
    acknowledged: logged.filter(({ answer }) => answer).map(({ call }) => call.verb),
    resolved,
    perSecond,
    ready_ms,
    ...(await verifyJournal(sealed, shop.company_id, entries, new Date())),
    badAnswers: traffic.badAnswers.splice(0),
  }
}

/** Kills the victim in the middle of the load, and waits until calls are answered again. */
async function strike({ traffic, kill, victim, pause_ms }: Stroke, loggedBefore: number) {
  const { path } = traffic.journal
  await firstAnswer(path, loggedBefore)
  const answered = performance.now()
  await sleep(pause_ms)
  const count = (await readJournal(path)).length - loggedBefore
  const perSecond = count / ((performance.now() - answered) / 1000)
  const since = await kill(victim)
  await ready(traffic.address())
  return { perSecond, ready_ms: performance.now() - since }
}

/** Resolves once a call of this round has its answer, which a busy machine may give late. */
async function firstAnswer(path: string, loggedBefore: number): Promise<void> {
  const until = performance.now() + firstAnswerLimit_ms
  while (performance.now() < until) {
    if ((await readJournal(path)).slice(loggedBefore).some(({ answer }) => answer)) return
    await sleep(poll_ms)
  }
  throw new Error(`No call was answered within ${firstAnswerLimit_ms} ms`)
}
