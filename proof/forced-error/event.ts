/** Errors of the surroundings under a load: no connections, a full disk, a wrong clock. */

import type pg from 'pg'

import type { Node } from '../node/node.ts'
import type { Disturbance } from '../traffic/disturb.ts'
import type { SmallDisk } from './small-disk.ts'
import { endError, forceError } from './trigger.ts'

export const eventKinds = [
  'pool exhausted',
  'connections refused (53300)',
  'disk full',
  'clock a day ahead',
  'clock a day behind',
] as const
export type EventKind = (typeof eventKinds)[number]

const day_ms = 86_400_000

/** What events act on. `offset_ms`: of the node's clock. */
export type Surroundings = {
  owner: pg.Client
  node: Node
  /** Null: a full disk is raised by a trigger. */
  disk: SmallDisk | null
  clock: { offset_ms: number }
}

/** The event as a disturbance of a load. */
export function eventOf(kind: EventKind, surroundings: Surroundings): Disturbance {
  return events[kind](surroundings)
}

const events: Record<EventKind, (surroundings: Surroundings) => Disturbance> = {
  'pool exhausted': poolExhausted,
  'connections refused (53300)': ({ owner }) => connectionsRefused(owner),
  'disk full': ({ owner, disk }) => ({
    ...(disk ? { strike: disk.fill, mend: disk.free } : raisedDiskFull(owner)),
    longest_ms: 4_000,
  }),
  'clock a day ahead': ({ clock }) => clockMoved(clock, day_ms),
  'clock a day behind': ({ clock }) => clockMoved(clock, -day_ms),
}

/** Holds every connection of the node's pool, for longer than a call waits for one. */
function poolExhausted({ node: { pool } }: Surroundings): Disturbance {
  const held: pg.PoolClient[] = []
  const over = new AbortController()
  async function hold(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        const connection = await pool.connect()
        if (!over.signal.aborted) return void held.push(connection)
        connection.release()
      } catch (error) {
        // The load holds the connections for a moment longer.
        if (!/timeout exceeded/.test(String(error))) throw error
      }
    }
  }
  let holding: Promise<unknown> = Promise.resolve()
  return {
    strike: () => {
      holding = Promise.all(Array.from({ length: pool.options.max }, hold))
    },
    mend: async () => {
      over.abort()
      for (const connection of held) connection.release()
      await holding
    },
    longest_ms: 3_000,
  }
}

/** PostgreSQL accepts no further connection of the API's role, and ends those that it has. */
function connectionsRefused(owner: pg.Client): Disturbance {
  return {
    strike: async () => {
      await owner.query('alter role fiel_runtime connection limit 0')
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'fiel'`,
      )
    },
    mend: async () => void (await owner.query('alter role fiel_runtime connection limit -1')),
    longest_ms: 3_000,
  }
}

function raisedDiskFull(owner: pg.Client) {
  const error = { place: 'points_record', code: '53100', times: 1_000_000 } as const
  return {
    strike: () => forceError(owner, error),
    mend: async () => void (await endError(owner)),
  }
}

function clockMoved(clock: Surroundings['clock'], offset_ms: number): Disturbance {
  return {
    strike: () => void (clock.offset_ms = offset_ms),
    mend: () => void (clock.offset_ms = 0),
    longest_ms: 2_000,
  }
}
