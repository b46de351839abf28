/**
 * One key, one effect (D2; the last section of trust.md). The key's row, the work and the stored answer are one
 * transaction: whoever dies in the middle leaves nothing, and the next one with the key does the work.
 */

import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import type pg from 'pg'

import { type Sealer, sealer } from '#api/seal.ts'
import { type Refusal, refusals } from '#contract/refusal.ts'
import {
  type Database,
  isContention,
  isLockTimeout,
  limitsOf,
  NoAnswerInTime,
  row,
  rows,
  sql,
  transaction,
} from '#database/sql.ts'

import { refusalBody, Refused } from './refused.ts'

/** Whose key it is. */
export type Principal = { kind: 'customer' | 'partner'; id: string }

/** What a key is sent for. */
type Claim = {
  company_id: string
  principal: Principal
  key: string
  fingerprint: Buffer
  now: Date
}

/** As it goes over the wire, so that a repeat gets the same bytes. Kept sealed: it may hold a voucher's code (T16). */
export type Answer = { status: number; headers: Record<string, string>; body: string | null }

const kept_days = 30
/** A twin waits so long for the first; then it is told to come back. */
const twin_wait_ms = 3_000
const twin_retry_after_s = 1
/** Rounds of a deadlock or a serialisation failure before the client is asked to come back. */
const most_rounds = 5
/** Connections that one caller's keyed calls may hold at once: the pool is for all. */
const most_at_once = 8

const wire_form = /^(?:"([\w.:-]{16,128})"|([\w.:-]{16,128}))$/

/** The request's key, bare or as a quoted string; null where there is none. Throws `bad_request`, also for two of them. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const written = request.headers['idempotency-key']
  if (written === undefined) return null
  const [, quoted, bare] = wire_form.exec(String(written)) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new Refused('bad_request')
  return key
}

/** Of what the contract has checked, its keys in one order: how a body was written does not matter, what it says does. */
export function fingerprintOf(endpoint: string, params: unknown, body: unknown): Buffer {
  const text = JSON.stringify([endpoint, params ?? null, body ?? null], (_name, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
  return hash('sha256', text, 'buffer')
}

function isRecord(part: unknown): part is object {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

/**
 * `once(claim, work)`: `work` is done on the connection it is given and its answer stored, or the stored answer is
 * given again. Throws `idempotency_mismatch` for a key that was another call's, `idempotency_in_progress` when the first
 * takes long; what `work` throws, unless it is a refusal to be stored, and then nothing has changed.
 */
export function onceByKey(database: pg.Pool, secret: Buffer) {
  const answers = answerSealer(secret)
  // They save connections and decide nothing: two processes do not know of each other's.
  const flights = new Map<string, Promise<unknown>>()
  const gates = new Map<string, LimitFunction>()

  async function once(claim: Claim, work: Work): Promise<Answer & { is_replay: boolean }> {
    const { company_id, principal, key } = claim
    const owner = `${company_id} ${principal.kind} ${principal.id}`
    const flight_id = `${owner} ${key}`
    const deadline = performance.now() + twin_wait_ms
    const givenUp = performance.now() + limitsOf(database).answer_ms
    for (let twin = flights.get(flight_id); twin; twin = flights.get(flight_id)) {
      await settled(twin, deadline - performance.now())
    }
    const flight = gated(owner, () => {
      // Its caller was answered 503 meanwhile.
      if (performance.now() > givenUp) throw new NoAnswerInTime()
      return inRounds(database, answers, claim, work)
    })
    flights.set(flight_id, flight)
    try {
      return await flight
    } finally {
      flights.delete(flight_id)
    }
  }

  async function gated<Result>(owner: string, run: () => Promise<Result>): Promise<Result> {
    const gate = gates.get(owner) ?? pLimit(most_at_once)
    gates.set(owner, gate)
    try {
      return await gate(run)
    } finally {
      if (gate.activeCount === 0 && gate.pendingCount === 0) gates.delete(owner)
    }
  }

  return once
}

/** What stored answers are sealed with. */
function answerSealer(secret: Buffer): Sealer {
  return sealer(secret, 'idempotent answer')
}

type Work = (connection: Database) => Promise<Answer>

/** However it ends. Throws `idempotency_in_progress` when that takes too long. */
async function settled(flight: Promise<unknown>, within_ms: number): Promise<void> {
  const ended = flight.then(
    () => true,
    () => true,
  )
  const patience = new AbortController()
  const tired = wait(Math.max(0, within_ms), false, { signal: patience.signal })
  // An aborted wait rejects, and nobody listens any more.
  const in_time = await Promise.race([ended, tired.catch(() => false)])
  patience.abort()
  if (!in_time) throw inProgress()
}

function inProgress(): Refused {
  return new Refused('idempotency_in_progress', { retry_after_s: twin_retry_after_s })
}

/** Again from the start where transactions got into each other's way: nothing of the round before it is left. */
async function inRounds(database: pg.Pool, answers: Sealer, claim: Claim, work: Work) {
  for (let round = 1; ; round += 1) {
    try {
      return await transaction(database, (connection) =>
        claimAndWork(connection, answers, claim, work),
      )
    } catch (error) {
      if (!isContention(error) || round === most_rounds) throw error
      await wait(Math.random() * 20 * 2 ** round)
    }
  }
}

async function claimAndWork(connection: Database, answers: Sealer, claim: Claim, work: Work) {
  const stored = await claimed(connection, claim)
  if (stored) {
    if (!stored.fingerprint.equals(claim.fingerprint)) throw new Refused('idempotency_mismatch')
    const { status, headers, sealed_body } = stored
    const body = sealed_body && answers.open(claim.company_id, sealed_body)
    return { status, headers, body, is_replay: true }
  }
  // The work has the time that any other statement has. A refusal takes back what it did, and not the key.
  await connection.query('set local lock_timeout = 0; savepoint work')
  const answer = await work(connection).catch(async (error: unknown) => {
    if (!isStored(error)) throw error
    if (!error.keeps_work) await connection.query('rollback to savepoint work')
    return refusedAnswer(error)
  })
  await store(connection, answers, claim, answer)
  return { ...answer, is_replay: false }
}

type Stored = Omit<Answer, 'body'> & { fingerprint: Buffer; sealed_body: Buffer | null }

/** Takes the key, or returns what is stored for it. A twin's row that is not committed yet is waited for. */
async function claimed(connection: Database, claim: Claim): Promise<Stored | undefined> {
  const { company_id, principal, key, fingerprint, now } = claim
  const expires_at = new Date(now.getTime() + kept_days * 86_400_000)
  await connection.query(`set local lock_timeout = ${twin_wait_ms}`)
  const taken = await row(
    connection,
    sql`insert into idempotency as known (company_id, principal_kind, principal_id, key, fingerprint, created_at, expires_at)
        values (${company_id}, ${principal.kind}, ${principal.id}, ${key}, ${fingerprint}, ${now}, ${expires_at})
        on conflict (company_id, principal_kind, principal_id, key) do update
           set fingerprint = excluded.fingerprint,
               status = null,
               headers = null,
               sealed_body = null,
               created_at = excluded.created_at,
               expires_at = excluded.expires_at
         where known.expires_at <= excluded.created_at
        returning key`,
  ).catch((error: unknown) => {
    throw isLockTimeout(error) ? inProgress() : error
  })
  if (taken) return undefined
  // The insert has locked the row, so it is still there.
  return (await row<Stored>(
    connection,
    sql`select fingerprint, status, headers, sealed_body
          from idempotency
         where company_id = ${company_id}
           and principal_kind = ${principal.kind}
           and principal_id = ${principal.id}
           and key = ${key}`,
  ))!
}

/** Who may not, or may not now, is told so and not remembered: the same key may be good later. */
const passing = new Set<Refusal>([
  'unauthenticated',
  'invalid_key',
  'company_unavailable',
  'too_many_requests',
  'intention_declined',
])

function isStored(error: unknown): error is Refused {
  return (
    error instanceof Refused && refusals[error.refusal].status < 500 && !passing.has(error.refusal)
  )
}

function refusedAnswer({ refusal, message, fields, details }: Refused): Answer {
  const body = refusalBody(refusal, { message, fields, details, retry: 'new_key' })
  return { status: body.status, headers: {}, body: JSON.stringify(body) }
}

async function store(
  connection: Database,
  answers: Sealer,
  claim: Claim,
  { status, headers, body }: Answer,
): Promise<void> {
  const { company_id, principal, key } = claim
  const sealed_body = body === null ? null : answers.seal(company_id, body)
  await rows(
    connection,
    sql`update idempotency
           set status = ${status}, headers = ${headers}, sealed_body = ${sealed_body}
         where company_id = ${company_id}
           and principal_kind = ${principal.kind}
           and principal_id = ${principal.id}
           and key = ${key}`,
  )
}

/** Rows of one statement: none holds its locks for long. */
const purged_at_once = 1_000

/** Forgets keys that are over: their calls would be carried out anew anyway. */
export async function purgeKeys(database: Database, now: Date): Promise<void> {
  let purged: object[]
  do {
    purged = await rows(
      database,
      sql`delete from idempotency
           where (company_id, principal_kind, principal_id, key) in (
                   select over.company_id, over.principal_kind, over.principal_id, over.key
                     from company
                    cross join lateral (
                          select *
                            from idempotency
                           where idempotency.company_id = company.company_id
                             and idempotency.expires_at <= ${now}
                           limit ${purged_at_once}
                             for update skip locked) over
                    limit ${purged_at_once})
          returning key`,
    )
  } while (purged.length === purged_at_once)
}
