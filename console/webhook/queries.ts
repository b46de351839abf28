import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { api } from '#console/client/api.ts'
import { type Query, query } from '#console/client/query.ts'
import { filtersIn } from '#console/table/url-filters.ts'
import {
  WebhookDeliveryPage,
  type WebhookDeliveryView,
} from '#contract/console/webhook-delivery.ts'

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

/** The filters in the address: the endpoint whose deliveries are shown, and their state. */
export const DeliveryFilters = z.strictObject({
  endpoint: z.optional(z.uuid()),
  state: WebhookDeliveryPage.shape.state,
})

/** The first queries of the screen. Without an endpoint in the address its deliveries wait for the list of endpoints. */
export function webhookQueries(search: string): Query[] {
  const { endpoint, state } = filtersIn(DeliveryFilters, new URLSearchParams(search))
  return [endpoints, ...(endpoint === undefined ? [] : [deliveries(endpoint, state)])]
}
