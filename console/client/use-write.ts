import { useQueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

import { api, type Rest } from './api.ts'
import { markStale, type Write } from './stale.ts'

/** Returns the call of a write, which makes the reads of its row stale (stale.ts). */
export function useWrite<Key extends Write>(
  key: Key,
): (...sent: Rest<Key>) => Promise<ResponseOf<Key>> {
  const client = useQueryClient()
  return (...sent) => api(key, ...sent).finally(() => markStale(client, key))
}
