/**
 * Follows GET /points/intention/stream while the page is visible (D5). The stream only makes updates faster than the poll.
 */

import { clientIo } from '#contract/io/io.ts'
import { openStream } from '#portal/client/api.ts'
import { setServerTime } from '#portal/client/server-clock.ts'

import { keepFollowing, type Listeners } from './keep-following.ts'

/** Close the stream after 60 s hidden, to free a server slot. */
const hidden_ms = 60_000

/** Follows while the page is visible and for `hidden_ms` after that. Returns the function that stops it. */
export function followIntentions(listeners: Listeners): () => void {
  let following: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    if (following) return
    following = new AbortController()
    void keepFollowing(listeners, following.signal, { ...clientIo, open })
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

/** Opens the stream of a page. Rejects when no stream begins. */
async function open(ended: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await openStream('GET /points/intention/stream', ended)
  setServerTime(response.headers.get('date'))
  // An answer other than 204 has a body.
  return response.body!
}
