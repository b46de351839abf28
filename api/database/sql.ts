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
    // A connection that cannot even roll back is broken: the pool closes it.
    const broken = await connection.query('rollback').then(
      () => false,
      () => true,
    )
    connection.release(broken)
    throw error
  }
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
    await connection.query('rollback to savepoint part; release savepoint part')
    throw error
  }
}

/** runtime.sql: it cannot change what has happened. Null: the owner of the tables, for who fills or spoils a database on purpose. */
type Role = 'fiel_runtime' | null

/** A pool on `url`. Dates come as 'YYYY-MM-DD', instants as ISO 8601 UTC, bigints as numbers: a value past 2^53 throws. */
export function openPool(url: string, max: number, role: Role = 'fiel_runtime'): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    ...(role && { options: `-c role=${role}` }),
    application_name: 'fiel',
    connectionTimeoutMillis: 5_000,
    // Bounds every statement, so that no request can wait for ever.
    statement_timeout: 15_000,
    types: { getTypeParser },
  })
  // An idle connection that breaks (the server went away) is replaced at the next use, which says so if it fails.
  pool.on('error', () => undefined)
  // One that breaks while it is lent fails the query at hand; the event, unheard, would end the process.
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return pool
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

/** Shutdown, time-out and connection classes of PostgreSQL's codes, and what the driver says when there is no server. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57|53)/.test(error.code ?? '')
  const { code, message } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)$/.test(code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect)|is not queryable$/.test(
      message ?? '',
    )
  )
}

/** A statement was stopped, by statement_timeout: it has done nothing, and the database is there. */
export function isStopped(error: unknown): boolean {
  return hasCode(error, '57014')
}

/** A deadlock, a serialisation failure or a lock that was not given: the same again may go well. */
export function isContention(error: unknown): boolean {
  return isLockTimeout(error) || hasCode(error, '40001', '40P01')
}

/** `lock_timeout` is over. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof LockNotGiven || hasCode(error, '55P03')
}

/** The same, of a lock that was asked for again and again. */
export class LockNotGiven extends Error {}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof pg.DatabaseError && codes.includes(error.code ?? '')
}
