import type { QueryClient } from '@tanstack/react-query'

import type { Intention } from '#contract/intention.ts'
import { api } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

import { isOpen, later } from './latest.ts'

const queryKey = ['GET /points/intention'] as const

/** The open intention, or the outcome of the last one (R8.1). Null: no intention since this page was opened. */
export const latestIntention = queryOptions({
  queryKey,
  queryFn: async ({ client }): Promise<Intention | null> => {
    const cached = () => client.getQueryData<Intention | null>(queryKey) ?? null
    const open = await api('GET /points/intention')
    if (open) return later(cached(), open)
    const ended = cached()
    if (!ended || !isOpen(ended)) return ended
    return later(cached(), await api('GET /points/intention/{id}', { params: { id: ended.id } }))
  },
  // Updates may be missed while the page is hidden or offline.
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
})

/** Stores an intention from the stream or an answer, unless the cache has a later state. */
export function storeIntention(client: QueryClient, received: Intention): void {
  client.setQueryData<Intention | null>(queryKey, (cached) => later(cached ?? null, received))
}
