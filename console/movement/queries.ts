import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'
import { filtersIn } from '#console/table/url-filters.ts'
import { MovementFilters } from '#contract/console/movement.ts'

/** Movements of a page: about two screens of a desktop computer. */
const perPage = 50

/** The movements that match the filters, newest first, page by page. */
export function movements(filters: Partial<MovementFilters>) {
  return infiniteQueryOptions({
    queryKey: ['GET /admin/movement', filters] as const,
    queryFn: ({ pageParam: before }) =>
      api('GET /admin/movement', {
        query: { ...filters, ...(before !== '' && { before }), per_page: perPage },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** The movements that the filters of an address keep. */
export const movementsAt = (search: string) =>
  movements(filtersIn(MovementFilters, new URLSearchParams(search)))

/** What the list can be filtered by. */
export const choices = query('GET /admin/movement/choice')
