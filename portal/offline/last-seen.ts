/**
 * Stores the last answers for use without a connection. They enter the cache only when the network fails or does not answer.
 * With a connection the screen shows the server's current data.
 */

import { hashKey, type Query, type QueryClient, type QueryFilters } from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import type { Voucher } from '#contract/voucher.ts'
import { lastRefusal_ms } from '#portal/client/api.ts'
import { keepSeen, seenIn } from '#portal/storage/seen.ts'
import { sessionKey } from '#portal/storage/session.ts'

/**
 * The calls that a customer may need at a counter without a connection: balance, history, vouchers, and what the shell
 * reads.
 */
const storedCalls: ReadonlySet<unknown> = new Set<EndpointKey>([
  'GET /customer',
  'GET /customer/balance',
  'GET /customer/dashboard',
  'GET /points',
  'GET /points/expiring',
  'GET /voucher',
  'GET /voucher/count',
  'GET /voucher/{id}',
])

/**
 * With a weak signal a request may never be answered. After this time the device counts as offline (decision 036). The service
 * worker waits equally long.
 */
const maxSilence_ms = 4_000
/** Answers come in bursts, so they are written together. */
const writingWait_ms = 500
/** Keeps the newest answers only: a browser gives an origin 5 MB. */
const maxEntries = 40

/** Stores what this session reads, and restores it when there is no connection. */
export function followLastSeen(client: QueryClient, session: string): void {
  const cache = client.getQueryCache()
  let writing: ReturnType<typeof setTimeout> | undefined
  function writeNow() {
    clearTimeout(writing)
    writing = undefined
    write(client, session)
  }
  if (!navigator.onLine) restore(client, session)

  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'fetch' && isUnanswered(query)) restoreIfSilent(client, session, query)
    if (action.type === 'error' && isWithoutConnection(action.error)) restore(client, session)
    if (action.type !== 'success' || action.manual || !storedCalls.has(query.queryKey[0])) return
    writing ??= setTimeout(writeNow, writingWait_ms)
  })
  // A closing page gets no timers any more, so write now.
  window.addEventListener('pagehide', () => writing !== undefined && writeNow())
}

function isWithoutConnection(error: unknown): boolean {
  return error instanceof RequestFailure && error.type === 'network'
}

function write(client: QueryClient, session: string): void {
  // The session has ended here or in another tab, so its deleted data must not be written again.
  if (sessionKey() !== session) return
  // Keep the entries of earlier pages that this page has not read.
  const entries = new Map(seenIn(session).map((one) => [hashKey(one.queryKey), one]))
  for (const { queryKey, queryHash, state } of client.getQueryCache().getAll()) {
    if (!storedCalls.has(queryKey[0]) || state.data === undefined) continue
    entries.set(queryHash, { queryKey, data: state.data, at_ms: state.dataUpdatedAt })
  }
  const newestFirst = [...entries.values()].toSorted((one, other) => other.at_ms - one.at_ms)
  keepSeen(session, newestFirst.slice(0, maxEntries))
}

function isUnanswered({ queryKey, state }: Query): boolean {
  const { data, fetchStatus } = state
  return storedCalls.has(queryKey[0]) && data === undefined && fetchStatus === 'fetching'
}

/**
 * Restores stored answers when the network is silent for 4 s. If a server refuses the call meanwhile, nothing is restored: the
 * network works, and the client repeats the call.
 */
function restoreIfSilent(client: QueryClient, session: string, query: Query): void {
  const sent_ms = performance.now()
  setTimeout(() => {
    if (isUnanswered(query) && lastRefusal_ms() < sent_ms) restoreUnanswered(client, session)
  }, maxSilence_ms)
}

/** Restores stored answers. Each unanswered call whose screen now shows restored data is sent again. */
function restoreUnanswered(client: QueryClient, session: string): void {
  const unanswered = client.getQueryCache().findAll({ predicate: isUnanswered })
  restore(client, session)
  for (const query of unanswered) {
    if (!isUnanswered(query)) void sendAgain(client, { queryKey: query.queryKey, exact: true })
  }
}

/**
 * A screen that waits for a call renders only when the call's promise ends. Cancelling the call ends the promise with the
 * restored data. The second call then brings the server's answer.
 */
async function sendAgain(client: QueryClient, one: QueryFilters): Promise<void> {
  await client.cancelQueries(one)
  await client.refetchQueries(one)
}

/** Restores stored answers. An answer in the cache is newer, and stays. */
function restore(client: QueryClient, session: string): void {
  for (const { queryKey, data, at_ms } of seenIn(session)) {
    restoreEntry(client, queryKey, data, at_ms)
    if (queryKey[0] !== 'GET /voucher') continue
    // Makes each voucher of a list available to its own screen.
    for (const voucher of (data as { pages: Voucher[][] }).pages.flat()) {
      restoreEntry(client, ['GET /voucher/{id}', voucher.id], voucher, at_ms)
    }
  }
}

function restoreEntry(
  client: QueryClient,
  queryKey: readonly unknown[],
  data: unknown,
  at_ms: number,
): void {
  if (client.getQueryData(queryKey) === undefined) {
    client.setQueryData(queryKey, data, { updatedAt: at_ms })
  }
}
