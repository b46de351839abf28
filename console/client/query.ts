/** A call of the contract as a cached query. Its key begins with the endpoint's name. */

import { QueryClient, queryOptions } from '@tanstack/react-query'

import type { AdminKey } from '#contract/endpoints/endpoints.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { api, type Rest } from './api.ts'

/** Any query of the console. A list of queries has no other common type: each has its own answer type. */
export type Query = { queryKey: readonly unknown[] }

type ReadKey = Extract<AdminKey, `GET ${string}`>

/** An answer without content is null: the cache cannot hold undefined. */
export function query<Key extends ReadKey>(key: Key, ...sent: Rest<Key>) {
  return queryOptions({
    queryKey: [key, ...sent] as const,
    queryFn: async () => (await api(key, ...sent)) ?? null,
  })
}

/** Shown again within this time, an answer is not read again. */
const fresh_ms = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: fresh_ms,
      // api.ts retries, and knows which failures may pass.
      retry: false,
      // A read that nothing could answer fails at once, with a sentence, instead of waiting for the network.
      networkMode: 'always',
      throwOnError: (error) => !(error instanceof RequestFailure),
    },
    mutations: { networkMode: 'always' },
  },
})
