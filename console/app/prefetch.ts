/** Sends the queries of a screen while its code loads, also on the first visit. */

import type { QueryClient } from '@tanstack/react-query'

import type { Query } from '#console/client/query.ts'
import { me } from '#console/session/queries.ts'

import type { Place, Route } from './routes.tsx'

type Address = Pick<Place, 'params' | 'search' | 'hash'>

/**
 * The queries of a staff screen depend on the role's actions, so it first asks for `me`: at once, beside the code. A failed query
 * is sent again by the screen, which shows the reason if that fails too.
 */
export async function prefetch(
  client: QueryClient,
  { access, queries }: Pick<Route, 'access' | 'queries'>,
  address: Address,
): Promise<void> {
  if (queries === 'none') return
  if (access === 'guest') {
    send(client, queries({ ...address, allowed: () => false }))
    return
  }
  // Without a session the layout leads to the sign-in.
  const person = await client.ensureQueryData(me).catch(() => undefined)
  if (person?.stage !== 'open') return
  const actions: readonly string[] = person.actions
  send(client, queries({ ...address, allowed: (action) => actions.includes(action) }))
}

function send(client: QueryClient, queries: Query[]): void {
  for (const query of queries) {
    // A query has its own types, and `initialPageParam` if it has pages.
    if ('initialPageParam' in query) void client.prefetchInfiniteQuery(query)
    else void client.prefetchQuery(query)
  }
}
