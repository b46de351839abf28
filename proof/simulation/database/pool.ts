/** The connections of a node to the model database, in the form of the driver. */

import { EventEmitter } from 'node:events'

import pg from 'pg'

import { timeLimits } from '#database/sql.ts'

import type { Timeline } from '../time/timeline.ts'
import type { DatabaseServer, Session, Statement } from './server.ts'

/** Connections of a node: so few that a schedule can use them up. */
const size = 6

type Waiting = { enter: () => void; isOver: boolean }

/**
 * A pool of the driver's class, because the product asks for the class, whose connections are the model's. `kill` ends all its
 * connections, as the death of the node does.
 */
export function openModelPool(
  server: DatabaseServer,
  timeline: Timeline,
): { pool: pg.Pool; kill: () => void } {
  const connections = new Set<Connection>()
  const waiting: Waiting[] = []
  let used = 0
  let isDead = false

  function leave(): void {
    used -= 1
    const next = waiting.shift()
    if (next) next.enter()
  }

  /** A free connection. Rejects as the driver does if none is free in time. */
  function enter(): Promise<void> {
    if (used < size) {
      used += 1
      return Promise.resolve()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = {
      isOver: false,
      enter: () => {
        used += 1
        cancel()
        resolve()
      },
    }
    const cancel = timeline.after(timeLimits.connect_ms, 'no connection', () => {
      waiting.splice(waiting.indexOf(one), 1)
      reject(new Error('timeout exceeded when trying to connect'))
    })
    waiting.push(one)
    return promise
  }

  async function connect(): Promise<Connection> {
    // The code of a dead node does not go on.
    if (isDead) return new Promise(() => undefined)
    await enter()
    const connection = new Connection(server, () => {
      connections.delete(connection)
      leave()
    })
    connections.add(connection)
    return connection
  }

  async function query(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<{ rows: object[] }> {
    const connection = await connect()
    try {
      return await connection.query(statement, values)
    } finally {
      connection.release()
    }
  }

  const pool = Object.assign(new pg.Pool({ max: size }), { connect, query }) as unknown as pg.Pool
  return {
    pool,
    kill: () => {
      isDead = true
      for (const connection of connections) connection.release(true)
    },
  }
}

class Connection extends EventEmitter {
  readonly #server: DatabaseServer
  readonly #left: () => void
  readonly #session: Session
  #isReleased = false

  constructor(server: DatabaseServer, left: () => void) {
    super()
    this.#server = server
    this.#left = left
    this.#session = {
      tx: null,
      isListening: false,
      isBroken: false,
      isSilent: false,
      onNotification: (payload) => void this.emit('notification', { payload }),
      onEnd: () => void this.emit('end'),
    }
    server.connect(this.#session)
  }

  query(statement: string | Statement, values?: unknown[]): Promise<{ rows: object[] }> {
    const sent = typeof statement === 'string' ? { text: statement, values } : statement
    return this.#server.send(this.#session, sent)
  }

  /** Each use has a session of its own: a pool's connection keeps nothing from one use to the next. */
  release(_isBroken?: boolean): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#server.close(this.#session)
    this.#left()
  }
}
