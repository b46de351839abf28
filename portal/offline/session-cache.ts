/** The TanStack Query cache of a session. */

import { type DefaultOptions, QueryClient } from '@tanstack/react-query'

import type { Query } from '#portal/client/query.ts'
import { hasStaleReads, markStale } from '#portal/client/stale.ts'

import { followLastSeen } from './last-seen.ts'

const defaultOptions: DefaultOptions = {
  queries: {
    // The API client already retries where a retry is safe.
    retry: false,
    // Send even if the browser reports that it is offline, because the report may be wrong.
    networkMode: 'always',
    staleTime: 5_000,
  },
}

let current: { session: string; client: QueryClient } | undefined

/**
 * The session's cache. Stored outside React, because React discards a tree that suspends before its first render, with its
 * state. Each attempt would then get a new cache and read everything again.
 */
export function cacheOf(session: string): QueryClient {
  if (current?.session !== session) {
    const client = new QueryClient({ defaultOptions })
    followLastSeen(client, session)
    followChanges(client)
    current = { session, client }
  }
  return current.client
}

/** Sends queries that were never sent. A stale one is sent again by the component that shows it. */
export function prefetch(cache: QueryClient, queries: Query[]): void {
  for (const query of queries) {
    if (cache.getQueryState(query.queryKey)) continue
    // A query has its own types, and `initialPageParam` if it has pages.
    if ('initialPageParam' in query) {
      void cache.prefetchInfiniteQuery(query)
    } else {
      void cache.prefetchQuery(query)
    }
  }
}

/** Marks dependent reads stale when an answer differs from the last answer to the same query (client/stale.ts). */
function followChanges(client: QueryClient): void {
  const cache = client.getQueryCache()
  const answers = new WeakMap<object, unknown>()
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    const before = answers.get(query)
    answers.set(query, query.state.data)
    // An equal answer is the same object (structural sharing).
    if (before === undefined || before === query.state.data) return
    const [key] = query.queryKey
    if (hasStaleReads(key)) markStale(client, key)
  })
}
