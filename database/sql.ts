/** Access to the database: tagged statements, named so that each connection plans a statement once. */

import { createHash } from 'node:crypto'
import { tracingChannel } from 'node:diagnostics_channel'

import pg from 'pg'

import { sleep } from '#contract/io/io.ts'

import { type Io, systemIo } from './io.ts'

export type Statement = { name: string; text: string; values: unknown[] }

/** A pool, or the one connection of a transaction. */
export type Database = pg.Pool | pg.PoolClient

/**
 * Values become parameters, never text. The statement's name is the hash of its text, so each connection prepares it once.
 * One process read 21,000 primary keys a second with names and 14,000 without.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  const text = prepared.get(parts) ?? prepare(parts)
  return { ...text, values }
}

// One entry for each statement in the source, so the map needs no limit.
const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

function prepare(parts: TemplateStringsArray): { name: string; text: string } {
  const text = parts.reduce((before, part, at) => `${before}$${at}${part}`)
  const statement = { name: createHash('sha256').update(text).digest('base64url'), text }
  prepared.set(parts, statement)
  return statement
}

/** Tells traces of each statement (api/trace/trace.ts). Without a subscriber it costs one look. */
export const statementChannel = tracingChannel<unknown, { statement: Statement }>('fiel:statement')

/**
 * Pools and connections through a pooler that gives each transaction another session, as PgBouncer does in transaction mode. A
 * named statement would be missing in the next session.
 */
const behindPooler = new WeakSet<Database>()

/** Pools and connections to a database that `fiel distribute` has distributed over a Citus cluster. */
const distributed = new WeakSet<Database>()

export function isDistributed(database: Database): boolean {
  return distributed.has(database)
}

/** Notes that the pool's database is distributed over a cluster. */
export function noteDistributed(pool: pg.Pool): void {
  distributed.add(pool)
  // Mark each connection when it is used, because the pool may have opened some already.
  pool.on('acquire', (connection) => distributed.add(connection))
}

/** The rows of a statement. */
export async function rows<Row extends object>(
  database: Database,
  statement: Statement,
): Promise<Row[]> {
  const { name, ...unnamed } = statement
  const run = () => database.query<Row>(behindPooler.has(database) ? unnamed : { name, ...unnamed })
  try {
    return (await statementChannel.tracePromise(run, { statement })).rows
  } catch (error) {
    if (distributed.has(database)) nameConstraint(error)
    throw error
  }
}

/**
 * Citus repeats a worker's error without the field for the constraint, and a shard's constraint has the shard's number behind its
 * name: `violates unique constraint "customer_company_id_email_key_102013"`.
 */
function nameConstraint(error: unknown): void {
  if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith('23')) return
  const name = error.constraint ?? /constraint "(\w+)"/.exec(error.message)?.[1]
  if (name !== undefined) error.constraint = name.replace(/_\d{6,}$/, '')
}

/** The first row, if there is one. */
export async function row<Row extends object>(
  database: Database,
  statement: Statement,
): Promise<Row | undefined> {
  return (await rows<Row>(database, statement))[0]
}

/** The limit of a rollback. It is short, because a rollback waits for no lock. */
const rollbackLimit_ms = 2_000

/** Runs of a transaction that PostgreSQL ends because of a deadlock. */
const maxRuns = 3
/** The pause before the second run, ± 50 %; it doubles. Jitter, so that two transactions do not meet again in step. */
const firstPause_ms = 4

type Pause = Pick<Io, 'clock' | 'random'>

const pauseByPool = new WeakMap<Database, Pause>()

/** The pauses of the pool's transactions take their time and their jitter from `io`. By default they take the machine's. */
export function pauseBy(pool: pg.Pool, io: Pause): void {
  pauseByPool.set(pool, io)
}

/**
 * Commits all of `work` or nothing. On a connection that is in a transaction already, `work` is a savepoint of it. After a
 * deadlock `work` runs again, so it must change nothing outside the database.
 */
export async function transaction<Result>(
  database: Database,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  if (!(database instanceof pg.Pool)) return part(database, work)
  const { clock, random } = pauseByPool.get(database) ?? systemIo(database)
  for (let run = 1; ; run += 1) {
    try {
      return await committed(database, work)
    } catch (error) {
      if (run === maxRuns || !isDeadlock(error)) throw error
      await sleep(clock, firstPause_ms * 2 ** (run - 1) * (0.5 + random.fraction()))
    }
  }
}

/** Runs `work` in a transaction that reads one snapshot and cannot write. */
export function snapshot<Result>(
  database: Database,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return transaction(database, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only')
    return work(connection)
  })
}

async function committed<Result>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const result = await work(connection)
    await connection.query('commit')
    connection.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is broken: the pool closes it, and the server rolls back.
    const isBroken = isSilent(error) || !(await rollBack(connection))
    connection.release(isBroken)
    throw error
  }
}

async function rollBack(connection: pg.PoolClient): Promise<boolean> {
  const rollback = { text: 'rollback', query_timeout: rollbackLimit_ms }
  return connection.query(rollback).then(
    () => true,
    () => false,
  )
}

/** Runs `work` in a savepoint: an error undoes `work` alone, and the transaction can continue. */
async function part<Result>(
  connection: pg.PoolClient,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  await connection.query('savepoint part')
  try {
    const result = await work(connection)
    await connection.query('release savepoint part')
    return result
  } catch (error) {
    if (isSilent(error)) throw error
    await connection.query('rollback to savepoint part; release savepoint part')
    throw error
  }
}

export type TimeLimits = {
  /** The longest wait for a new connection, and in a full pool for a free one. */
  connect_ms: number
  /** The server's limit for a statement. It also ends a transaction that waits this long for its next statement. */
  statement_ms: number
  /** The client's limit for a statement's answer. Longer than `statement_ms`, so that only a silent connection reaches it. */
  answer_ms: number
  /** The limit for the answer to a probe, which the health check and the listening connection send. */
  probe_ms: number
}

/** Every statement ends within these limits, even when the network silently drops packets. */
export const timeLimits: TimeLimits = {
  connect_ms: 5_000,
  statement_ms: 15_000,
  answer_ms: 17_000,
  probe_ms: 5_000,
}

/**
 * TCP probes for an idle connection, the first after 10 s. They notice a database that went away between two statements,
 * and they keep firewalls from dropping the connection.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The only PostgreSQL schema that Fiel uses. SQL text never names it: the search path does. */
export const inSchema = { options: '-c search_path=fiel' }

/** The driver's connection options for `limits`. The server's half of `timeLimits` is the role's (runtime-role.ts). */
export function limitedConnection(limits: TimeLimits) {
  return {
    ...keepAlive,
    connectionTimeoutMillis: limits.connect_ms,
    ...(limits !== timeLimits && {
      statement_timeout: limits.statement_ms,
      idle_in_transaction_session_timeout: limits.statement_ms,
    }),
    // Only a silent connection reaches this limit. The pool closes it, because its answer could still arrive.
    query_timeout: limits.answer_ms,
  }
}

/** A pool on `url`. Dates come as 'YYYY-MM-DD', instants as ISO 8601 UTC, bigints as numbers: a value past 2^53 throws. */
export function openPool(
  url: string,
  max: number,
  limits: TimeLimits = timeLimits,
  { application_name = 'fiel', isBehindPooler = false } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A pooler refuses `options`. The search path of the runtime role is a setting of the role (runtime-role.ts).
    ...(!isBehindPooler && inSchema),
    application_name,
    ...limitedConnection(limits),
    types: { getTypeParser },
  })
  limitsByPool.set(pool, limits)
  // The pool replaces an idle connection that breaks. If the server is away, the next statement reports it.
  pool.on('error', () => undefined)
  // A connection that breaks while in use fails its query. Without a listener, its error event would end the process.
  pool.on('connect', (connection) => {
    connection.on('error', () => undefined)
    if (isBehindPooler) behindPooler.add(connection)
  })
  if (isBehindPooler) behindPooler.add(pool)
  return pool
}

const listeners = new WeakMap<pg.Pool, pg.Pool>()

/** LISTEN needs a session of its own: `listener` connects directly to the database of `pool`, which is behind a pooler. */
export function listenOn(pool: pg.Pool, listener: pg.Pool): void {
  listeners.set(pool, listener)
}

/** The pool whose connections may LISTEN. */
export function listenerOf(pool: pg.Pool): pg.Pool {
  return listeners.get(pool) ?? pool
}

const limitsByPool = new WeakMap<Database, TimeLimits>()

/** The limits that a pool was opened with. */
export function limitsOf(database: Database): TimeLimits {
  return limitsByPool.get(database) ?? timeLimits
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: exactNumber,
  [pg.types.builtins.DATE]: (date) => date,
  [pg.types.builtins.TIMESTAMPTZ]: (instant) => new Date(instant).toISOString(),
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format)
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint past 2^53 left the database')
  return number
}

/** Whether the database is unreachable or did not answer in time. A call answers 503. */
export function isDatabaseAway(error: unknown): boolean {
  return isUnreachable(error) || isStatementTimeout(error)
}

/** Whether PostgreSQL ended the statement at its time limit. A statement about another company may be faster. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, '57014')
}

/**
 * Whether each further statement would fail, too, so that a job of many companies ends: PostgreSQL's error classes for connection (08),
 * shutdown (57P) and resources (53), a transaction ended because it was idle (25P03), and the driver's own errors.
 */
export function isUnreachable(error: unknown): boolean {
  if (isMoved(error)) return false
  if (error instanceof NoAnswerInTime || isSilent(error)) return true
  if (error instanceof pg.DatabaseError) return /^(08|57P|53|25P03$)/.test(error.code ?? '')
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect)|is not queryable$/.test(
      message ?? '',
    )
  )
}

/** Whether no answer came within `answer_ms`. Each further statement on this connection would wait as long in vain. */
function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Whether the error is a conflict, a migration or a move: a retry may succeed. */
export function isContention(error: unknown): boolean {
  return isConflict(error) || isMigrated(error) || isMoved(error)
}

/** Whether another transaction was in the way: a deadlock, a serialisation failure or a lock time-out. */
export function isConflict(error: unknown): boolean {
  return isLockTimeout(error) || isDeadlock(error)
}

/**
 * Whether the shard of the transaction was split or moved to another server of a cluster meanwhile (`fiel company move`). Both
 * errors were seen while a statement ran. A repeat is safe also after a commit, because each movement is idempotent.
 */
function isMoved(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return /^could not find valid entry for shard |another command is already in progress$/.test(
    error.message,
  )
}

/** Whether a migration has replaced a function or a result type that the statement was using. */
function isMigrated(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code, routine, message } = error
  return (
    (code === '0A000' && routine === 'RevalidateCachedQuery') ||
    (code === 'XX000' && message.startsWith('cache lookup failed for '))
  )
}

/** Whether PostgreSQL ended the transaction so that another one could go on. */
function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40001', '40P01')
}

/** Whether `lock_timeout` is over. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof LockNotGiven || hasCode(error, '55P03')
}

/** A member stayed busy through all its retries (batch.ts). */
export class LockNotGiven extends Error {}

/** The database did not answer before a deadline. The statement may still be committed. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof pg.DatabaseError && codes.includes(error.code ?? '')
}
