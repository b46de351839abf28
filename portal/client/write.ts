import type { QueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { api, type Rest } from './api.ts'
import { markStale, type StalingWrite } from './stale.ts'

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
