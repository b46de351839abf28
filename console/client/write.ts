import { type QueryClient, useQueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

import { api, type Rest } from './api.ts'
import { markStale, type Write } from './stale.ts'

/** Returns the call of a write, which makes the reads of its row stale (stale.ts). */
export function useWrite<Key extends Write>(
  key: Key,
): (...sent: Rest<Key>) => Promise<ResponseOf<Key>> {
  const client = useQueryClient()
  return (...sent) => write(client, key, ...sent)
}

/** Sends a write and then, whether it succeeds or fails, marks its reads stale. Throws RequestFailure. */
export function write<Key extends Write>(
  client: QueryClient,
  key: Key,
  ...sent: Rest<Key>
): Promise<ResponseOf<Key>> {
  return api(key, ...sent).finally(() => markStale(client, key))
}
