import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'
import type { WebhookDeliveryView } from '#contract/console/webhook-delivery.ts'

export const endpoints = query('GET /admin/webhook')

/** Deliveries of a page: about two screens of a desktop computer. */
const perPage = 50

/** The deliveries to an endpoint, page by page. */
export function deliveries(id: string, state: WebhookDeliveryView['state'] | undefined) {
  return infiniteQueryOptions({
    queryKey: ['GET /admin/webhook/{id}/delivery', id, state ?? null] as const,
    queryFn: ({ pageParam: before }) =>
      api('GET /admin/webhook/{id}/delivery', {
        params: { id },
        query: { ...(state && { state }), ...(before && { before }), per_page: perPage },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < perPage ? undefined : page.at(-1)!.event_id),
  })
}
