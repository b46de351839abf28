/** A call of the contract as a cached query: the key begins with the endpoint's name. For the signed-in part alone. */

import type * as tanstack from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints.ts'

import { api, type Rest } from './api.ts'

/** Any query of the portal. A list of them has no common type but this: each knows the type of its own answer. */
export type Query = { queryKey: readonly unknown[] }

// The library's functions return their argument; they exist for their types. The route table, which every page loads,
// imports all queries: importing the functions themselves would bring the library's 13 KB to the login.
const same: unknown = <Options>(options: Options) => options
export const queryOptions = same as typeof tanstack.queryOptions
export const infiniteQueryOptions = same as typeof tanstack.infiniteQueryOptions

export function query<Key extends EndpointKey>(key: Key, ...sent: Rest<Key>) {
  return queryOptions({ queryKey: [key, ...sent], queryFn: () => api(key, ...sent) })
}
