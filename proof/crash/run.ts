/** Rounds of load, `kill -9` and recovery, all on one database. */

import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import type { SealedDatabase } from '#api/context/context.ts'
import { openSealed } from '#api/secret/sealed-database.ts'
import { readSecrets } from '#api/secret/secret.ts'
import {
  effectsOf,
  facts,
  verify,
  type Verification,
  type Received,
} from '#api/testing/models/verification.ts'
import type { TillIntention } from '#contract/intention.ts'
import { startEmbedded } from '#database/embedded/embedded.ts'
import { isDatabaseAway, openPool } from '#database/sql.ts'

import { attempt, type Bench } from './attempt.ts'
import { type Answer, type Call, Journal, readJournal } from './journal.ts'
import { load } from './load.ts'
import { end, postmasterOf, ready, start, type Started } from './process.ts'
import { openShop } from './shop.ts'

/** Enough customers and tills that no pair reaches the rate limit of intentions, in any number of rounds (T6). */
const people = 32
const clients = 48
/** Retries of a call stop after this time; the run then fails. */
const answerLimit_ms = 30_000
const answerRetry_ms = 100

type Victim = 'API' | 'PostgreSQL'
export type Round = Verification & {
  badErrors: string[]
  victim: Victim
  /** Calls answered under load. */
  acknowledged: number
  unknown: number
  /** The unknown calls that had been carried out. */
  done: number
  perSecond: number
  ready_ms: number
}

/** Kills the API and PostgreSQL alternately. `report` receives each finished round. A call that stays unknown is an error. */
export async function crash(
  { rounds, load_ms }: { rounds: number; load_ms: number },
  report: (round: Round) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-crash-'))
  let server = await start(folder)
  // The server and this process share the database, so that it can be read after either kill.
  const embedded = await startEmbedded(folder)
  const database = openPool(embedded.runtimeUrl, 4)
  const sealed = { database, secret: await openSealed(database, await readSecrets(folder, true)) }
  const journal = await Journal.open(join(folder, 'journal.jsonl'))
  try {
    const shop = await openShop(sealed, people, clients)
    const bench: Bench = { shop, journal, address: () => server.address, badErrors: [] }
    for (let n = 0; n < rounds; n += 1) {
      const victim = n % 2 ? 'PostgreSQL' : 'API'
      const loggedBefore = (await readJournal(journal.path)).length
      const over = new AbortController()
      const began = performance.now()
      const loaded = load(bench, over.signal)
      await sleep(randomInt(load_ms / 2, load_ms))
      await firstAnswer(journal, loggedBefore)
      const perSecond = ((await readJournal(journal.path)).length - loggedBefore) / seconds(began)

      const killed = performance.now()
      server = await kill(victim, server, folder)
      await ready(server.address)
      const ready_ms = performance.now() - killed
      over.abort()
      await loaded
      await reachable(database)
      const sent = (await readJournal(journal.path)).length - loggedBefore
      const counts = await resolve(bench, sealed)
      const received = (await readJournal(journal.path)).map(({ call, answer }) =>
        receivedBy(call, answer!),
      )
      const verification = await verify(sealed, shop.company_id, received, new Date())
      report({
        victim,
        ...counts,
        acknowledged: sent - counts.unknown,
        perSecond,
        ready_ms,
        badErrors: bench.badErrors.splice(0),
        ...verification,
      })
    }
  } finally {
    await end(server.child, 'SIGTERM')
    await database.end()
    await journal.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves once a call of this round has its answer, which a busy machine may give late. A kill before it would prove nothing. */
async function firstAnswer(journal: Journal, loggedBefore: number): Promise<void> {
  const until = performance.now() + answerLimit_ms
  while (performance.now() < until) {
    const logged = await readJournal(journal.path)
    if (logged.slice(loggedBefore).some(({ answer }) => answer)) return
    await sleep(answerRetry_ms)
  }
  throw new Error(`No call was answered within ${answerLimit_ms} ms`)
}

/**
 * Resolves once a new connection works. Backends of a killed PostgreSQL answer for a moment longer, so a ready API does not
 * imply that the restarted PostgreSQL accepts connections.
 */
async function reachable(database: pg.Pool): Promise<void> {
  const until = performance.now() + 10_000
  for (;;) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error
      await sleep(100)
    }
  }
}

function seconds(since: number): number {
  return (performance.now() - since) / 1000
}

/** After PostgreSQL is killed the API keeps running: it must restart PostgreSQL itself (database/embedded/watch.ts). */
async function kill(victim: Victim, server: Started, folder: string): Promise<Started> {
  if (victim === 'PostgreSQL') {
    process.kill(await postmasterOf(folder), 'SIGKILL')
    return server
  }
  await end(server.child, 'SIGKILL')
  return start(folder)
}

/** Retries every call without an answer unchanged: same idempotency key, same `external_id`. */
async function resolve(bench: Bench, sealed: SealedDatabase) {
  const { journal, shop } = bench
  const unknown = (await readJournal(journal.path)).filter(({ answer }) => !answer)
  const before = new Set(await facts(sealed, shop.company_id))
  let done = 0
  for (const { n, call } of unknown) {
    const answer = await answered(bench, call)
    await journal.settle(n, answer)
    const effects = effectsOf(receivedBy(call, answer))
    if (effects.length > 0 && effects.every((effect) => before.has(effect))) done += 1
  }
  await cancelOpenIntentions(bench)
  return { unknown: unknown.length, done }
}

function receivedBy({ verb, path }: Call, answer: Answer): Received {
  return { verb, subject: path.split('/')[3] ?? null, ...answer }
}

async function answered(bench: Bench, call: Call): Promise<Answer> {
  const deadline = performance.now() + answerLimit_ms
  while (performance.now() < deadline) {
    const answer = await attempt(bench, call)
    if (answer) return answer
    await sleep(answerRetry_ms)
  }
  throw new Error(`no answer to ${call.method} ${call.path}`)
}

/** Cancels intentions that a killed round left open: a customer can have only one. */
async function cancelOpenIntentions(bench: Bench): Promise<void> {
  const entries = await readJournal(bench.journal.path)
  const ended = new Set(
    entries.flatMap(({ call: { verb, path } }) =>
      verb === 'capture' || verb === 'cancel' ? [path.split('/')[3]] : [],
    ),
  )
  for (const { call, answer } of entries) {
    if (call.verb !== 'open' || answer?.status !== 201) continue
    const { id } = answer.body as TillIntention
    if (ended.has(id)) continue
    const { authorization } = call.headers
    const cancel: Call = {
      verb: 'cancel',
      method: 'DELETE',
      path: `partner/points/intention/${id}`,
      headers: { authorization: authorization! },
      body: null,
    }
    const n = await bench.journal.intend(cancel)
    await bench.journal.settle(n, await answered(bench, cancel))
  }
}

/** One sentence per problem of the round. Empty if nothing was lost. */
export function wrongsOf(round: Round): string[] {
  return (['lost', 'doubled', 'halves', 'differences', 'badErrors'] as const).flatMap((kind) =>
    round[kind].map((problem) => `${kind}: ${problem}`),
  )
}
