/** Whether a session of PostgreSQL belongs to one connection: LISTEN and named statements need that. */

import type pg from 'pg'

const isPooler =
  'it is a pooler, and LISTEN needs a session of its own: name the database itself in DATABASE_LISTEN_URL.'

type Queryable = Pick<pg.PoolClient, 'query'>

/**
 * Throws when DATABASE_URL is a pooler that gives each transaction another session, and DATABASE_LISTEN_URL (`listener`) is
 * missing. Throws too when a NOTIFY over DATABASE_URL does not reach the listener. The message is a predicate; the caller adds
 * the subject.
 */
export async function verifySessions(
  pool: pg.Pool,
  listener: pg.Pool | null,
  limit_ms: number,
): Promise<void> {
  if (listener) {
    if (await hears(listener, pool, limit_ms)) return
    throw new Error(
      'DATABASE_LISTEN_URL does not hear what it says: name the same database there, directly and not through a pooler.',
    )
  }
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    if (!(await shareSessions(one, other))) return
  } finally {
    one.release()
    other.release()
  }
  throw new Error(isPooler)
}

/** A sentence for a connection that a pooler refused; undefined for another error. PgBouncer refuses the search path. */
export function sessionMistake(error: unknown): string | undefined {
  return /unsupported startup parameter/.test((error as Error).message) ? isPooler : undefined
}

/** Whether two connections share a session: then `one` has another session, or none, while `other` is in a transaction. */
export async function shareSessions(one: Queryable, other: Queryable): Promise<boolean> {
  const before = await sessionOf(one)
  await other.query('begin')
  try {
    const held = await sessionOf(other)
    return held === before || (await sessionOf(one)) !== before
  } finally {
    await other.query('rollback')
  }
}

async function sessionOf(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

/** Whether a notification of `pool` reaches `listener` within the limit. */
export async function hears(listener: pg.Pool, pool: pg.Pool, limit_ms: number): Promise<boolean> {
  const connection = await listener.connect().catch((error: unknown) => {
    if (sessionMistake(error)) return null
    throw error
  })
  if (!connection) return false
  try {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    connection.on('notification', () => resolve(true))
    await connection.query('listen fiel_start')
    await pool.query("select pg_notify('fiel_start', '')")
    const timer = setTimeout(() => resolve(false), limit_ms)
    return await promise.finally(() => clearTimeout(timer))
  } finally {
    // Close the connection: it listens, so the pool must not reuse it.
    connection.release(true)
  }
}
