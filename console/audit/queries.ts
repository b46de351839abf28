import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { filtersIn } from '#console/table/url-filters.ts'
import { AuditFilters } from '#contract/console/audit.ts'

/** Entries of a page: about three screens of a desktop computer. */
const perPage = 100

/** The entries that match the filters, newest first, page by page. */
export function entries(filters: Partial<AuditFilters>) {
  return infiniteQueryOptions({
    queryKey: ['GET /admin/audit', filters] as const,
    queryFn: ({ pageParam: before }) =>
      api('GET /admin/audit', {
        query: { ...filters, ...(before > 0 && { before }), per_page: perPage },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < perPage ? undefined : page.at(-1)!.sequence),
  })
}

/** The entries that the filters of an address keep. */
export const entriesAt = (search: string) =>
  entries(filtersIn(AuditFilters, new URLSearchParams(search)))
