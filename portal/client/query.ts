/** A call of the contract as a cached query: the key begins with the endpoint's name. For the signed-in part alone. */

import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints.ts'

import { api, type Rest } from './api.ts'

export function query<Key extends EndpointKey>(key: Key, ...sent: Rest<Key>) {
  return queryOptions({ queryKey: [key, ...sent], queryFn: () => api(key, ...sent) })
}

/** What these calls answered is old now: whoever shows it reads it again. */
export function invalidate(client: QueryClient, ...keys: EndpointKey[]): void {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
}
