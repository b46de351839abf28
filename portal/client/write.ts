import { type QueryClient, useQueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { api, type Rest } from './api.ts'
import { markStale, type StalingWrite } from './stale.ts'

/** Returns the function `write` for this endpoint and the cache of the surrounding React tree. */
export function useWrite<Key extends StalingWrite>(
  key: Key,
): (...sent: Rest<Key>) => Promise<ResponseOf<Key>> {
  const client = useQueryClient()
  return (...sent) => write(client, key, ...sent)
}

/** Sends a write of a signed-in screen, then marks its reads stale (stale.ts). Throws RequestFailure. */
export async function write<Key extends StalingWrite>(
  client: QueryClient,
  key: Key,
  ...sent: Rest<Key>
): Promise<ResponseOf<Key>> {
  try {
    const answer = await api(key, ...sent)
    markStale(client, key)
    return answer
  } catch (error) {
    // After a 401 the session is over, and every read would fail too.
    if (!(error instanceof RequestFailure) || error.status !== 401) markStale(client, key)
    throw error
  }
}
