/**
 * Pushes changes of a customer's intention and points at once (D5). Delivery is best effort, because the portal also polls every
 * 10 s. One database connection of a node listens for all its streams.
 */

import type { PoolClient } from 'pg'

import { companyNow } from '#api/clock/clock.ts'
import type { Context } from '#api/context/context.ts'
import type { Identity } from '#api/http/caller.ts'
import type { EventConnection, EventWriter, Intention } from '#contract/intention.ts'
import { sleep } from '#contract/io/io.ts'
import { type Clock, systemIo } from '#database/io.ts'
import { limitsOf, listenerOf } from '#database/sql.ts'

import { customerReads, intentionReader } from './customer.ts'

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
type Stream = { look: () => void; tellPoints: () => void; end: () => void }

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
    /** Whether the node is overloaded. Heartbeats then read nothing. */
    isBusy?: () => boolean
  } = {},
): IntentionStreams {
  const { io = systemIo(context.database) } = context
  const pending = intentionReader(context.database, context.secret, io)
  const streams = new Map<string, Set<Stream>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  function open(caller: Caller): EventWriter {
    const listener = { ...context, timers: io.clock }
    listening ??= listen(listener, beat_ms, closing.signal, (payload) => {
      const points = payload === null ? null : pointsPayload.exec(payload)
      for (const customer of points?.[1]!.split(',') ?? []) {
        for (const stream of streams.get(asKept(customer)) ?? []) stream.tellPoints()
      }
      if (points) return
      const targets =
        payload === null ? [...streams.values()] : [streams.get(asKept(payload)) ?? []]
      for (const stream of targets.flatMap((set) => [...set])) stream.look()
    })
    const customer = asKept(`${caller.company_id} ${caller.customer_id}`)
    const own = streams.get(customer) ?? new Set()
    streams.set(customer, own)
    if (own.size >= maxStreams) [...own][0]!.end()
    return (connection) => {
      const rhythm = { beat_ms, life_ms: life_ms * (0.5 + io.random.fraction() / 2), isBusy }
      const stream = follow(connection, changes(caller), { ...rhythm, timers: io.clock }, () => {
        own.delete(stream)
        if (own.size === 0 && streams.get(customer) === own) streams.delete(customer)
      })
      own.add(stream)
      streams.set(customer, own)
    }
  }

  /** The change since the last read, if any. Throws when the session has ended. */
  function changes(caller: Caller): () => Promise<Intention | undefined> {
    let last: Intention | undefined
    return async () => {
      const now = await companyNow(context, caller.company_id)
      const open = await pending({ ...caller, now })
      const current =
        open ??
        (last &&
          (await customerReads(context.database, context.secret, { ...caller, now }, last.id)))
      const isNew = current?.id !== last?.id || current?.status !== last?.status
      // An ended intention is sent once.
      last = open
      return isNew ? current : undefined
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

/**
 * A payload of engine/write/notify.ts about moved points. Any other payload names a customer whose intention
 * has changed.
 */
const pointsPayload = /^points (.+)$/s

/** Normalises a company id: callers may write capitals, and a till's key has no hyphens. */
function asKept(customer: string): string {
  return customer.toLowerCase().replaceAll('-', '')
}

type Rhythm = { beat_ms: number; life_ms: number; isBusy: () => boolean; timers: Clock }

/** Sends the result of `change` at once, at every notification and with every heartbeat. Ends after `life_ms`. */
function follow(
  connection: EventConnection,
  change: () => Promise<Intention | undefined>,
  { beat_ms, life_ms, isBusy, timers }: Rhythm,
  left: () => void,
): Stream {
  let hasEnded = false
  let looking = Promise.resolve()
  // A waiting read will see all earlier changes, so at most one read waits.
  let isWaiting = false

  /** Aborted by this node, or when the client has gone. */
  function end(): void {
    if (hasEnded) return
    hasEnded = true
    cancelBeat()
    cancelLife()
    connection.end()
    left()
  }

  async function tell(): Promise<void> {
    isWaiting = false
    if (hasEnded) return
    // Null: the session ended or the database is away. The portal polls meanwhile and connects again.
    const changed = await change().catch(() => null)
    if (hasEnded) return
    if (changed === null) end()
    else if (changed) connection.write(`data: ${JSON.stringify(changed)}\n\n`)
  }

  function look(): void {
    if (isWaiting) return
    isWaiting = true
    looking = looking.then(tell)
  }

  // The event has no data, so an older portal ignores it. The portal then reads the balance by a call.
  function tellPoints(): void {
    if (!hasEnded) connection.write('event: points\n\n')
  }

  function beat(): void {
    cancelBeat = timers.after(beat_ms, beat)
    // The client has stopped reading, and `end` would wait for it. The portal connects again later.
    if (!connection.write(':\n\n')) connection.destroy()
    else if (!isBusy()) look()
  }

  let cancelBeat = timers.after(beat_ms, beat)
  const cancelLife = timers.after(life_ms, end)
  connection.once('close', end)
  connection.write(':\n\n')
  look()
  return { look, tellPoints, end }
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
  const broken = new AbortController()
  connection.once('end', () => broken.abort())
  return AbortSignal.any([stopped, broken.signal])
}
