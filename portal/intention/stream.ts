/** GET /points/intention/stream, followed for as long as somebody may look (D5). The poll is the contract; this is sooner. */

import type { Intention } from '#contract/intention.ts'
import { openStream } from '#portal/client/api.ts'

import { readEvents } from './events.ts'
import { setServerTime } from './server-clock.ts'

/** The server says every 25 s that it is there. Silent for longer, the connection is dead and nobody has told us. */
const silence_ms = 60_000
/** A page that nobody has looked at for so long is told nothing: its connection is another's. */
const hidden_ms = 60_000
const first_wait_ms = 1_000
const max_wait_ms = 60_000
/** A stream that lived so long was a good one: the next one is not waited for long. */
const settled_ms = 30_000

type Tell = (intention: Intention) => void

/** Follows while the page is visible or has just been. Returns what ends it. */
export function followIntentions(tell: Tell): () => void {
  let following: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    if (following) return
    following = new AbortController()
    void keepFollowing(tell, following.signal)
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
  // Whatever was connected before is not any more, and need not be waited for.
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

/** One stream after the other. Each wait is twice the last, and a little random, so that clients do not march in step. */
async function keepFollowing(tell: Tell, stopped: AbortSignal): Promise<void> {
  for (let failures = 0; !stopped.aborted; failures += 1) {
    const began = performance.now()
    // However it ended: the poll goes on meanwhile, and says so where the session is over.
    await follow(tell, stopped).catch(() => undefined)
    if (performance.now() - began > settled_ms) failures = 0
    const wait_ms = Math.min(max_wait_ms, first_wait_ms * 2 ** failures)
    await pause(wait_ms * (0.5 + Math.random()), stopped)
  }
}

/** Until it ends, or is silent, or is not wanted any more. */
async function follow(tell: Tell, stopped: AbortSignal): Promise<void> {
  const silent = new AbortController()
  let silence = setTimeout(() => silent.abort(), silence_ms)
  try {
    const ended = AbortSignal.any([stopped, silent.signal])
    const response = await openStream('GET /points/intention/stream', ended)
    setServerTime(response.headers.get('date'))
    // An answer that is no 204 has a body.
    for await (const told of readEvents(response.body!)) {
      clearTimeout(silence)
      silence = setTimeout(() => silent.abort(), silence_ms)
      if (told) tell(told as Intention)
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
