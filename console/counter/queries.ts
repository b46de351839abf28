import { queryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'
import type { CounterPreviewCall } from '#contract/console/counter.ts'

/** The shops of the person and the rules of today. */
export const place = query('GET /admin/counter')

export const shift = (shop: string) => query('GET /admin/counter/shift', { query: { shop } })

/** A request is read each second until its end. */
const poll_ms = 1_000

export function intention(id: string, shop: string) {
  return queryOptions({
    ...query('GET /admin/counter/intention/{id}', { params: { id }, query: { shop } }),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'PENDING' || data?.status === 'AUTHORIZED' ? poll_ms : false,
  })
}

/** A cashier types an amount within this time, so that a preview is asked for once. */
const typing_ms = 250

export function preview(body: CounterPreviewCall | null) {
  return queryOptions({
    queryKey: ['POST /admin/counter/preview', body] as const,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, typing_ms))
      signal.throwIfAborted()
      return api('POST /admin/counter/preview', { body: body! })
    },
    enabled: body !== null,
    retry: false,
    gcTime: 0,
  })
}
