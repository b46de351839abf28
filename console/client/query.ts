/** A call of the contract as a cached query. Its key begins with the endpoint's name. */

import { queryOptions } from '@tanstack/react-query'

import type { AdminKey } from '#contract/endpoints/endpoints.ts'

import { api, type Rest } from './api.ts'

/** Any query of the console: the common type of a list of queries, whose answers differ. */
export type Query = { queryKey: readonly unknown[] }

type ReadKey = Extract<AdminKey, `GET ${string}`>

/** An answer without content is null: the cache cannot hold undefined. */
export function query<Key extends ReadKey>(key: Key, ...sent: Rest<Key>) {
  return queryOptions({
    queryKey: [key, ...sent] as const,
    queryFn: async () => (await api(key, ...sent)) ?? null,
  })
}
