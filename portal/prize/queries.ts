import type { QueryClient } from '@tanstack/react-query'

import type { Prize } from '#contract/prize.ts'
import { type FailureType, RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { infiniteQueryOptions, type Query, query, queryOptions } from '#portal/client/query.ts'
import { voucher, voucherCount, vouchers } from '#portal/voucher/queries.ts'

import {
  type Filters,
  filtersOf,
  isVoucherTab,
  type PrizeOrder,
  prizeTab,
  type PrizeTab,
  viewOf,
  voucherTabs,
} from './view.ts'

/** Divisible by 2, 3 and 4, so that a page fills whole rows of 2, 3 or 4 cards. */
const per_page = 24
/** A person's own writes mark the store stale (client/stale.ts). Changes by the company or in another tab may appear 60 s late. */
const prizesStale_ms = 60_000

/** The store, page by page. */
function prizes(filters: Filters & { tab: PrizeTab; order: PrizeOrder }) {
  return infiniteQueryOptions({
    queryKey: ['GET /prize', filters],
    queryFn: ({ pageParam: page }) => api('GET /prize', { query: { ...filters, page, per_page } }),
    staleTime: prizesStale_ms,
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.length === per_page ? page + 1 : undefined),
  })
}

/** The prizes that the store lists for a query string. */
export function prizesAt(search: string) {
  const view = viewOf(search)
  return prizes({ tab: prizeTab(view), order: view.order, ...filtersOf(view) })
}

/** The number of prizes in each tab under these filters. */
export const prizeCount = (filters: Filters) => query('GET /prize/count', { query: filters })

export const prizeCategories = query('GET /prize/category')

/** The first queries of the screen for a query string: its list, then the counts on its tabs. */
export function prizesScreenQueries(search: string): Query[] {
  const view = viewOf(search)
  return [
    ...(isVoucherTab(view.tab)
      ? [vouchers(voucherTabs[view.tab])]
      : [prizesAt(search), prizeCategories]),
    ...(view.voucher ? [voucher(view.voucher)] : []),
    prizeCount(filtersOf(view)),
    voucherCount,
  ]
}

/** Null when the prize is not, or no longer, in the store. */
export function prize(id: string) {
  return queryOptions({
    queryKey: ['GET /prize/{id}', id],
    queryFn: (): Promise<Prize | null> =>
      api('GET /prize/{id}', { params: { id } }).catch((error: unknown) => {
        // `validation`: the address contains an invalid id.
        if (error instanceof RequestFailure && absent.has(error.type)) return null
        throw error
      }),
  })
}

/**
 * Lets the prize's screen begin with the data that the store has shown. The data counts as stale, so the screen reads the
 * prize again.
 */
export function showFirst(client: QueryClient, listed: Prize): void {
  const { queryKey } = prize(listed.id)
  client.setQueryData(queryKey, (cached) => cached ?? listed, { updatedAt: 0 })
}

const absent: ReadonlySet<FailureType> = new Set(['not_found', 'validation'])
