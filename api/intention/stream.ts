/**
 * Pushes changes of a customer's intention and points at once (D5). Delivery is best effort, because the portal also polls every
 * 10 s. One database connection of a node listens for all its streams.
 */

import type { PoolClient } from 'pg'

import { companyNow } from '#api/clock/clock.ts'
import type { Context } from '#api/context/context.ts'
import type { Identity } from '#api/http/caller.ts'
import type { EventWriter, Intention } from '#contract/intention.ts'
import { abortedWith, type Random, sleep } from '#contract/io/io.ts'
import { type Clock, systemIo } from '#database/io.ts'
import { limitsOf, listenerOf } from '#database/sql.ts'

import { customerReads, intentionReader } from './customer.ts'
import { type Rhythm, StreamOfChanges } from './stream-of-changes.ts'

/** ms between heartbeats, below the 60 s after which proxies cut a silent connection. Also ends streams of ended sessions. */
const heartbeat_ms = 25_000
/** Streams of one customer. A further one closes the oldest, so that no customer can exhaust the node. */
const maxStreams = 5
/**
 * A stream ends after 7.5 to 15 minutes, and its portal connects again. The bytes sent in that time fit into network buffers,
 * so this alone bounds a client that has stopped reading.
 */
const maxLife_ms = 900_000
/** The wait before a new connection listens. Without it, a database that refuses connections would be asked in a loop. */
const reconnect_ms = 1_000

type Caller = Identity['customer']

export type IntentionStreams = {
  open: (caller: Caller) => EventWriter
  /** The open streams of this node. */
  count: () => number
  /** Ends all streams, so that a stopping node need not wait for them. */
  close: () => Promise<void>
}

export function intentionStreams(
  context: Pick<Context, 'database' | 'clock' | 'secret' | 'log' | 'io'>,
  {
    beat_ms = heartbeat_ms,
    life_ms = maxLife_ms,
    isBusy = () => false,
  }: {
    beat_ms?: number
    life_ms?: number
    isBusy?: Rhythm['isBusy']
  } = {},
): IntentionStreams {
  const { io = systemIo(context.database) } = context
  const pending = intentionReader(context.database, context.secret, io)
  const streams = new Map<string, Set<StreamOfChanges>>()
  const rhythm = { beat_ms, isBusy, timers: io.clock }
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  function open({ company_id, customer_id, token_hash }: Caller): EventWriter {
    // Without the rest of the call, because a stream lives for minutes.
    const caller = { company_id, customer_id, token_hash }
    const listener = { ...context, timers: io.clock }
    listening ??= listen(listener, beat_ms, closing.signal, (payload) => {
      const points = payload === null ? null : pointsPayload.exec(payload)
      for (const customer of points?.[1]!.split(',') ?? []) {
        for (const stream of streams.get(streamKey(customer)) ?? []) stream.tellPoints()
      }
      if (points) return
      const targets =
        payload === null ? [...streams.values()] : [streams.get(streamKey(payload)) ?? []]
      for (const stream of targets.flatMap((set) => [...set])) stream.look()
    })
    const customer = streamKey(`${company_id} ${customer_id}`)
    return (connection) => {
      // The node stops: it has ended its streams, and still answers the calls that are on their way.
      if (closing.signal.aborted) {
        connection.end()
        return
      }
      const own = streams.get(customer) ?? new Set()
      if (own.size >= maxStreams) [...own][0]!.end()
      const stream = new StreamOfChanges(connection, rhythm, {
        change: changesOf(caller, context, pending),
        life_ms: shortened(life_ms, io.random),
        left: (ended) => {
          own.delete(ended)
          if (own.size === 0 && streams.get(customer) === own) streams.delete(customer)
        },
      })
      own.add(stream)
      streams.set(customer, own)
    }
  }

  return {
    open,
    count: () => [...streams.values()].reduce((sum, own) => sum + own.size, 0),
    close: async () => {
      closing.abort()
      for (const stream of [...streams.values()].flatMap((own) => [...own])) stream.end()
      await listening
    },
  }
}

/** Returns the change since its last call, if any. Throws when the session has ended. */
function changesOf(
  caller: Caller,
  context: Pick<Context, 'database' | 'clock' | 'secret'>,
  pending: ReturnType<typeof intentionReader>,
): () => Promise<Intention | undefined> {
  let last: Intention | undefined
  return async () => {
    const now = await companyNow(context, caller.company_id)
    const open = await pending({ ...caller, now })
    const current =
      open ??
      (last && (await customerReads(context.database, context.secret, { ...caller, now }, last.id)))
    const isNew = current?.id !== last?.id || current?.status !== last?.status
    // An ended intention is sent once.
    last = open
    return isNew ? current : undefined
  }
}

/** A random time from half of `life_ms` on. One of 50, because Node keeps a list of timers for each time. */
function shortened(life_ms: number, random: Random): number {
  return life_ms * (0.5 + Math.floor(random.fraction() * 50) / 100)
}

/**
 * A payload of engine/write/notify.ts about moved points. Any other payload names a customer whose intention
 * has changed.
 */
const pointsPayload = /^points (.+)$/s

/** Normalises the ids of company and customer: callers may write capitals, and a till's key has no hyphens. */
function streamKey(customer: string): string {
  // `join` makes one flat string. `replaceAll` makes one that refers to all its parts.
  return customer.toLowerCase().split('-').join('')
}

/**
 * Calls `onNotification` with the payload of each notification, until `stopped`. Calls it with null after a gap in listening,
 * when any intention may have changed. A query with each heartbeat detects a half-open connection, which never reports an
 * error.
 */
async function listen(
  { database, log, timers }: Pick<Context, 'database' | 'log'> & { timers: Clock },
  beat_ms: number,
  stopped: AbortSignal,
  onNotification: (payload: string | null) => void,
): Promise<void> {
  // LISTEN is idempotent, and its answer proves that the connection works.
  const command = { text: 'listen intention', query_timeout: limitsOf(database).probe_ms }
  while (!stopped.aborted) {
    let connection: PoolClient | undefined
    try {
      connection = await listenerOf(database).connect()
      connection.on('notification', ({ payload }) => onNotification(payload ?? null))
      const ended = endOf(connection, stopped)
      await connection.query(command)
      onNotification(null)
      while (await sleep(timers, beat_ms, ended)) await connection.query(command)
    } catch (error) {
      // The portals poll meanwhile.
      const { code } = error as { code?: string }
      log.warn({ code }, 'intentions are not listened for')
    }
    // Destroy the connection: it listens, so the pool must not reuse it.
    connection?.release(true)
    await sleep(timers, reconnect_ms, stopped)
  }
}

/** A signal that aborts when the connection breaks or is no longer needed. */
function endOf(connection: PoolClient, stopped: AbortSignal): AbortSignal {
  const ended = abortedWith(stopped)
  connection.once('end', () => ended.abort())
  return ended.signal
}
