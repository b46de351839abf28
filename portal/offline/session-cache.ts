/** What has been read for who is signed in: one cache a session. */

import { type DefaultOptions, QueryClient } from '@tanstack/react-query'

import { sessionKey } from '#portal/storage/session.ts'

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
    kept = { session, client }
  }
  return kept.client
}

/** Where the first screen stands: what its path names, and what is behind the question mark. */
export type Address = { params: Record<string, string>; search: string }

/** For the first screen: asks before anything is drawn. Nothing where nobody is signed in. */
export function askFirst(ask: (cache: QueryClient) => Promise<void>): void {
  const session = sessionKey()
  if (session !== undefined) void ask(cacheOf(session))
}
