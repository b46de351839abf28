import type { QueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints.ts'

import { api, RequestFailure, type Rest } from './api.ts'
import { markStale, type StalingWrite } from './stale.ts'

/** A write of the signed-in part. When it has ended, what it made stale is read again (stale.ts). Throws RequestFailure. */
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
    // After a 401 the session is over, and every read would be refused.
    if (!(error instanceof RequestFailure) || error.status !== 401) markStale(client, key)
    throw error
  }
}
