/**
 * Follows GET /points/intention/stream while the page is visible (D5). The stream only makes updates faster than the poll.
 */

import type { Intention } from '#contract/intention.ts'
import { openStream } from '#portal/client/api.ts'
import { setServerTime } from '#portal/client/server-clock.ts'

import { pointsMoved, readEvents } from './events.ts'

/** The server sends a comment every 25 s. After 60 s of silence the connection is dead. */
const silence_ms = 60_000
/** Close the stream after 60 s hidden, to free a server slot. */
const hidden_ms = 60_000
/** The wait before a failed stream is opened again. It doubles up to a minute: the poll of 10 s answers meanwhile. */
const firstWait_ms = 1_000
const maxWait_ms = 60_000
/** A stream that lasted 30 s was healthy: reset the wait before the next one. */
const settled_ms = 30_000

export type Listeners = { onIntention: (intention: Intention) => void; onPoints: () => void }

/** Follows while the page is visible and for `hidden_ms` after that. Returns the function that stops it. */
export function followIntentions(listeners: Listeners): () => void {
  let following: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    if (following) return
    following = new AbortController()
    void keepFollowing(listeners, following.signal)
  }
  function stop(): void {
    following?.abort()
    following = undefined
  }
  function onVisibility(): void {
    clearTimeout(leaving)
    if (document.visibilityState === 'hidden') leaving = setTimeout(stop, hidden_ms)
    else start()
  }
  // Back online: the old connection is dead, so replace it at once.
  function onOnline(): void {
    stop()
    onVisibility()
  }

  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    clearTimeout(leaving)
    stop()
  }
}

/** Opens one stream after the other. Each wait doubles and varies at random, so that clients do not reconnect in step. */
async function keepFollowing(listeners: Listeners, stopped: AbortSignal): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures += 1) {
    const began = performance.now()
    // Ignore failures, because the poll continues and reports an ended session.
    await follow(listeners, stopped).catch(() => undefined)
    if (performance.now() - began > settled_ms) failures = 0
    const wait_ms = Math.min(maxWait_ms, firstWait_ms * 2 ** failures)
    await pause(wait_ms * (0.5 + Math.random()), stopped)
  }
}

/** Reads a stream until it ends, is silent or is stopped. */
async function follow({ onIntention, onPoints }: Listeners, stopped: AbortSignal): Promise<void> {
  const silent = new AbortController()
  let silence = setTimeout(() => silent.abort(), silence_ms)
  try {
    const ended = AbortSignal.any([stopped, silent.signal])
    const response = await openStream('GET /points/intention/stream', ended)
    setServerTime(response.headers.get('date'))
    // An answer other than 204 has a body.
    for await (const received of readEvents(response.body!)) {
      clearTimeout(silence)
      silence = setTimeout(() => silent.abort(), silence_ms)
      if (received === pointsMoved) onPoints()
      else if (received) onIntention(received as Intention)
    }
  } finally {
    clearTimeout(silence)
  }
}

function pause(wait_ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, wait_ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
