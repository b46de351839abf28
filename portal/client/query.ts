/** A call of the contract as a cached query. Its key begins with the endpoint's name. Only for signed-in screens. */

import type * as tanstack from '@tanstack/react-query'

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import { api, type Rest } from './api.ts'

/** Any query of the portal. A list of queries has no other common type: each has its own answer type. */
export type Query = { queryKey: readonly unknown[] }

// These library functions return their argument; they exist for their types. Every page loads the route table, which
// imports all queries. Importing the functions themselves would add the library's 13 KB to the login.
const same: unknown = <Options>(options: Options) => options
export const queryOptions = same as typeof tanstack.queryOptions
export const infiniteQueryOptions = same as typeof tanstack.infiniteQueryOptions

export function query<Key extends EndpointKey>(key: Key, ...sent: Rest<Key>) {
  return queryOptions({ queryKey: [key, ...sent], queryFn: () => api(key, ...sent) })
}
