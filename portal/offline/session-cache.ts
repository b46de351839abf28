/** What has been read for who is signed in: one cache a session. */

import { type DefaultOptions, QueryClient } from '@tanstack/react-query'

import type { Query } from '#portal/client/query.ts'
import { hasStaleReads, markStale } from '#portal/client/stale.ts'

import { followLastSeen } from './last-seen.ts'

const defaultOptions: DefaultOptions = {
  queries: {
    // The client has retried already, and knows when not to.
    retry: false,
    // A browser that wrongly thinks that it is offline must not keep a person from trying.
    networkMode: 'always',
    staleTime: 5_000,
  },
}

let kept: { session: string; client: QueryClient } | undefined

/**
 * The cache of this session. Outside of React, which throws a tree that suspends before it was ever shown away, state and
 * all: each attempt would have a cache of its own, and read everything again.
 */
export function cacheOf(session: string): QueryClient {
  if (kept?.session !== session) {
    const client = new QueryClient({ defaultOptions })
    followLastSeen(client, session)
    followChanges(client)
    kept = { session, client }
  }
  return kept.client
}

/** Sends the queries that were never sent. One whose answer is old is sent again by who shows it. */
export function prefetch(cache: QueryClient, queries: Query[]): void {
  for (const query of queries) {
    if (cache.getQueryState(query.queryKey)) continue
    // A query knows its own types, and how to read its first page if it has pages.
    if ('initialPageParam' in query) {
      void cache.prefetchInfiniteQuery(query)
    } else {
      void cache.prefetchQuery(query)
    }
  }
}

/** Marks stale what follows from an answer that differs from the last one to the same query (client/stale.ts). */
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
