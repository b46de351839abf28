/**
 * What was seen last, without a connection. It is put into the cache only when there is none: with one, what is shown is
 * what the server says now.
 */

import { hashKey, type QueryClient } from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints.ts'
import type { Voucher } from '#contract/voucher.ts'
import { RequestFailure } from '#portal/client/api.ts'
import { keepSeen, seenIn } from '#portal/storage/seen.ts'
import { sessionKey } from '#portal/storage/session.ts'

/** What a person may need at a counter without a connection: balance, history, vouchers, and the shell that shows them. */
const kept_calls: ReadonlySet<unknown> = new Set<EndpointKey>([
  'GET /customer',
  'GET /customer/balance',
  'GET /customer/dashboard',
  'GET /points',
  'GET /points/expiring',
  'GET /voucher',
  'GET /voucher/count',
  'GET /voucher/{id}',
])

/** Answers come in bursts: they are written together. */
const writing_wait_ms = 500
/** The newest of these: a browser gives an origin 5 MB. */
const max_kept = 40

/** Keeps what this session reads, and gives it back when there is no connection. */
export function followLastSeen(client: QueryClient, session: string): void {
  const cache = client.getQueryCache()
  let writing: ReturnType<typeof setTimeout> | undefined
  function writeNow() {
    clearTimeout(writing)
    writing = undefined
    write(client, session)
  }
  if (!navigator.onLine) giveBack(client, session)

  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'error' && isWithoutConnection(action.error)) giveBack(client, session)
    if (action.type !== 'success' || action.manual || !kept_calls.has(query.queryKey[0])) return
    writing ??= setTimeout(writeNow, writing_wait_ms)
  })
  // A page that goes waits for nothing.
  window.addEventListener('pagehide', () => writing !== undefined && writeNow())
}

function isWithoutConnection(error: unknown): boolean {
  return error instanceof RequestFailure && error.type === 'network'
}

function write(client: QueryClient, session: string): void {
  // It has ended, here or in another tab: what was theirs is forgotten, and stays so.
  if (sessionKey() !== session) return
  // What this page has not read stays from the pages before.
  const seen = new Map(seenIn(session).map((one) => [hashKey(one.queryKey), one]))
  for (const { queryKey, queryHash, state } of client.getQueryCache().getAll()) {
    if (!kept_calls.has(queryKey[0]) || state.data === undefined) continue
    seen.set(queryHash, { queryKey, data: state.data, at_ms: state.dataUpdatedAt })
  }
  const newest_first = [...seen.values()].toSorted((one, other) => other.at_ms - one.at_ms)
  keepSeen(session, newest_first.slice(0, max_kept))
}

/** What has been read since is newer, and stays. */
function giveBack(client: QueryClient, session: string): void {
  for (const { queryKey, data, at_ms } of seenIn(session)) {
    give(client, queryKey, data, at_ms)
    if (queryKey[0] !== 'GET /voucher') continue
    // A voucher of a list can be opened from it.
    for (const voucher of (data as { pages: Voucher[][] }).pages.flat()) {
      give(client, ['GET /voucher/{id}', voucher.id], voucher, at_ms)
    }
  }
}

function give(
  client: QueryClient,
  queryKey: readonly unknown[],
  data: unknown,
  at_ms: number,
): void {
  if (client.getQueryData(queryKey) === undefined) {
    client.setQueryData(queryKey, data, { updatedAt: at_ms })
  }
}
