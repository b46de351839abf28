import { useQueryClient } from '@tanstack/react-query'

import type { ResponseOf } from '#contract/endpoints/endpoints.ts'

import type { Rest } from './api.ts'
import type { StalingWrite } from './stale.ts'
import { write } from './write.ts'

/** Returns the function `write` for this endpoint and the cache of the surrounding React tree. */
export function useWrite<Key extends StalingWrite>(
  key: Key,
): (...sent: Rest<Key>) => Promise<ResponseOf<Key>> {
  const client = useQueryClient()
  return (...sent) => write(client, key, ...sent)
}
