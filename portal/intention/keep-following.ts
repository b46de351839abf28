/** Reads one stream of a customer's intention and points after the other, until it is stopped. */

import type { Intention } from '#contract/intention.ts'
import { abortedWith, type ClientIo, sleep } from '#contract/io/io.ts'

import { pointsMoved, readEvents } from './events.ts'

/** The server sends a comment every 25 s. After 60 s of silence the connection is dead. */
const silence_ms = 60_000
/** The wait before a failed stream is opened again. It doubles up to a minute: the poll of 10 s answers meanwhile. */
const firstWait_ms = 1_000
const maxWait_ms = 60_000
/** A stream that lasted 30 s was healthy: reset the wait before the next one. */
const settled_ms = 30_000

export type Listeners = { onIntention: (intention: Intention) => void; onPoints: () => void }

type Io = Pick<ClientIo, 'clock' | 'random'> & {
  /** Opens a stream. Rejects when no stream begins. */
  open: (ended: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

/** Opens one stream after the other. Each wait doubles and varies at random, so that clients do not reconnect in step. */
export async function keepFollowing(
  listeners: Listeners,
  stopped: AbortSignal,
  io: Io,
): Promise<void> {
  const { clock, random } = io
  for (let failures = 0; !stopped.aborted; failures += 1) {
    const began_ms = clock.elapsed_ms()
    // Ignore failures, because the poll continues and reports an ended session.
    await follow(listeners, stopped, io).catch(() => undefined)
    if (clock.elapsed_ms() - began_ms > settled_ms) failures = 0
    const wait_ms = Math.min(maxWait_ms, firstWait_ms * 2 ** failures)
    await sleep(clock, wait_ms * (0.5 + random.fraction()), stopped)
  }
}

/** Reads a stream until it ends, is silent or is stopped. */
async function follow(
  { onIntention, onPoints }: Listeners,
  stopped: AbortSignal,
  { clock, open }: Io,
): Promise<void> {
  const ended = abortedWith(stopped)
  const listen = () => clock.after(silence_ms, () => ended.abort())
  let cancelSilence = listen()
  try {
    const body = await open(ended.signal)
    for await (const received of readEvents(body)) {
      cancelSilence()
      cancelSilence = listen()
      if (received === pointsMoved) onPoints()
      else if (received) onIntention(received as Intention)
    }
  } finally {
    cancelSilence()
    ended.abort()
  }
}
