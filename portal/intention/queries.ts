import type { QueryClient } from '@tanstack/react-query'

import type { Intention } from '#contract/intention.ts'
import { api } from '#portal/client/api.ts'
import { queryOptions } from '#portal/client/query.ts'

import { isOpen, later } from './latest.ts'

const queryKey = ['GET /points/intention'] as const

/** What a till asks of the person now; where that has ended, how it went (R8.1). Null: nothing, since this page is open. */
export const latestIntention = queryOptions({
  queryKey,
  queryFn: async ({ client }): Promise<Intention | null> => {
    const known = () => client.getQueryData<Intention | null>(queryKey) ?? null
    const open = await api('GET /points/intention')
    if (open) return later(known(), open)
    const ended = known()
    if (!ended || !isOpen(ended)) return ended
    return later(known(), await api('GET /points/intention/{id}', { params: { id: ended.id } }))
  },
  // Who comes back to the page, or to the network, has missed something.
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
})

/** Keeps what the stream, or an answer, says of an intention. */
export function learn(client: QueryClient, told: Intention): void {
  client.setQueryData<Intention | null>(queryKey, (known) => later(known ?? null, told))
}
