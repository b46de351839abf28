import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'

/** Customers of a page: about one screen of a desktop computer. */
const perPage = 20

/** The customers that match a search, by name, page by page. The text stays in memory alone, because it is personal. */
export function found(text: string) {
  return infiniteQueryOptions({
    queryKey: ['POST /admin/customer/search', text] as const,
    queryFn: ({ pageParam: page }) =>
      api('POST /admin/customer/search', { body: { text, page, per_page: perPage } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * perPage < total ? pages.length + 1 : undefined,
    enabled: text !== '',
  })
}

export const customerRecord = (id: string) => query('GET /admin/customer/{id}', { params: { id } })

/** A customer's movements, newest first, page by page. */
export function customerHistory(id: string) {
  return infiniteQueryOptions({
    queryKey: ['GET /admin/customer/{id}/points', id] as const,
    queryFn: ({ pageParam: before }) =>
      api('GET /admin/customer/{id}/points', {
        params: { id },
        query: { ...(before > 0 && { before }), per_page: perPage },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** The adjustments that wait for a second person. */
export const adjustmentRequests = query('GET /admin/adjustment-request')

/** The company's reasons for an adjustment, and its limit. */
export const adjustmentTerms = query('GET /admin/adjustment')

/** The accounts that were merged into a customer's, or the account into which it was merged. */
export const customerMerges = (id: string) =>
  query('GET /admin/customer/{id}/merges', { params: { id } })

/** What a merge would do. `id`: the account that would stay. */
export const mergePreview = (id: string, absorbed_id: string) =>
  query('GET /admin/customer/{id}/merge', { params: { id }, query: { absorbed_id } })
