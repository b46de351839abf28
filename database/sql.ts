/** The database as the verbs see it: a tagged statement, named so that PostgreSQL plans it once a connection. */

import { createHash } from 'node:crypto'

import pg from 'pg'

export type Statement = { name: string; text: string; values: unknown[] }

/** A pool, or the one connection of a transaction. */
export type Database = pg.Pool | pg.PoolClient

/**
 * Values become parameters, never text. The statement's name is the hash of its text, so that each connection prepares
 * it once: 21,000 primary-key reads a second from one process, 14,000 without a name.
 */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  const known = prepared.get(parts) ?? prepare(parts)
  return { ...known, values }
}

// Filled by the program's own text, so it never outgrows the source.
const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

function prepare(parts: TemplateStringsArray): { name: string; text: string } {
  const text = parts.reduce((before, part, at) => `${before}$${at}${part}`)
  const statement = { name: createHash('sha1').update(text).digest('hex'), text }
  prepared.set(parts, statement)
  return statement
}

/** The rows of a statement. */
export async function rows<Row extends object>(
  database: Database,
  statement: Statement,
): Promise<Row[]> {
  return (await database.query<Row>(statement)).rows
}

/** The first row, if there is one. */
export async function row<Row extends object>(
  database: Database,
  statement: Statement,
): Promise<Row | undefined> {
  return (await rows<Row>(database, statement))[0]
}

/** A rollback has nothing to wait for. */
const rollbackLimit_ms = 2_000

/** `work` in one transaction: all of it is committed, or none. On a connection that is in one, `work` is a part of it. */
export async function transaction<Result>(
  database: Database,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  if (!(database instanceof pg.Pool)) return part(database, work)
  const connection = await database.connect()
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

/** All of it is done, or none; the transaction goes on either way. */
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
  /** For a new connection, and for a free one of a full pool. */
  connect_ms: number
  /** For a statement, by the server. A transaction that waits this long for its next statement is ended. */
  statement_ms: number
  /** For a statement's answer, by the client. Longer than `statement_ms`, so that it ends only what has gone silent. */
  answer_ms: number
  /** For the answer to a probe: of the health check, and of the connection that listens. */
  probe_ms: number
}

/** Every statement ends within these, also where the network to the database drops packets without a word. */
export const timeLimits: TimeLimits = {
  connect_ms: 5_000,
  statement_ms: 15_000,
  answer_ms: 17_000,
  probe_ms: 5_000,
}

/**
 * TCP probes for an idle connection: the first after 10 s. They find a database that is gone between two statements, and
 * keep firewalls from forgetting the connection.
 */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** All of Fiel is in this schema of PostgreSQL, and SQL names it nowhere else. */
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
    // Only a silent connection gets here. The pool closes it, because its answer could still come.
    query_timeout: limits.answer_ms,
  }
}

/** A pool on `url`. Dates come as 'YYYY-MM-DD', instants as ISO 8601 UTC, bigints as numbers: a value past 2^53 throws. */
export function openPool(url: string, max: number, limits: TimeLimits = timeLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...inSchema,
    application_name: 'fiel',
    ...limitedConnection(limits),
    types: { getTypeParser },
  })
  limitsByPool.set(pool, limits)
  // An idle connection that breaks (the server went away) is replaced at the next use, which says so if it fails.
  pool.on('error', () => undefined)
  // One that breaks while it is lent fails the query at hand; the event, unheard, would end the process.
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return pool
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

/**
 * The database is not there, or did not answer in time: shutdown, time-out and connection classes of PostgreSQL's codes,
 * a transaction that it ended because it was idle (25P03), and what the driver says when there is no answer.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof NoAnswerInTime || isSilent(error)) return true
  if (error instanceof pg.DatabaseError) return /^(08|57|53|25P03$)/.test(error.code ?? '')
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect)|is not queryable$/.test(
      message ?? '',
    )
  )
}

/** `answer_ms` is over: whatever else is asked on this connection would wait for as long again. */
function isSilent(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** A deadlock, a serialisation failure or a lock that was not given: the same again may go well. */
export function isContention(error: unknown): boolean {
  return isLockTimeout(error) || hasCode(error, '40001', '40P01')
}

/** `lock_timeout` is over. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof LockNotGiven || hasCode(error, '55P03')
}

/** The same, of a lock that was asked for again and again. */
export class LockNotGiven extends Error {}

/** The database did not answer before a deadline. What was asked of it may still happen. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime'
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof pg.DatabaseError && codes.includes(error.code ?? '')
}
