import type { QueryClient } from '@tanstack/react-query'

import { type FailureType, RequestFailure } from '#contract/request/request-failure.ts'
import type { Voucher, VoucherCount } from '#contract/voucher.ts'
import { api } from '#portal/client/api.ts'
import { infiniteQueryOptions, query, queryOptions } from '#portal/client/query.ts'

/** Divisible by 2, 3 and 4, so that a page fills whole rows of 2, 3 or 4 cards. */
const per_page = 24

/** The poll interval of an open voucher, so that it shows its withdrawal while the cashier looks. */
const poll_ms = 4_000

/** The lists of vouchers: one state each, or all that ended unused (ENDED). */
export type ListedState = 'TO_WITHDRAW' | 'WITHDRAWN' | 'ENDED'

/** The customer's vouchers of a list, page by page. */
export function vouchers(state: ListedState) {
  return infiniteQueryOptions({
    queryKey: ['GET /voucher', state],
    queryFn: ({ pageParam: page }) => api('GET /voucher', { query: { state, page, per_page } }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.length === per_page ? page + 1 : undefined),
  })
}

export const voucherCount = query('GET /voucher/count')

/** The number of vouchers in a list. */
export function voucherTotal(count: VoucherCount, state: ListedState): number {
  return state === 'ENDED' ? count.EXPIRED + count.CANCELLED : count[state]
}

/** Null when the customer has no such voucher. */
export function voucher(id: string) {
  return queryOptions({
    queryKey: ['GET /voucher/{id}', id],
    queryFn: (): Promise<Voucher | null> =>
      api('GET /voucher/{id}', { params: { id } }).catch((error: unknown) => {
        // `validation`: the address contains an invalid id.
        if (error instanceof RequestFailure && absent.has(error.type)) return null
        throw error
      }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'TO_WITHDRAW' ? poll_ms : false),
  })
}

/** Lets the ticket begin with the data that the list read at `updatedAt`. The ticket then reads the voucher again. */
export function showFirst(client: QueryClient, listed: Voucher, updatedAt: number): void {
  const { queryKey } = voucher(listed.id)
  client.setQueryData(queryKey, (cached) => cached ?? listed, { updatedAt })
}

const absent: ReadonlySet<FailureType> = new Set(['not_found', 'validation'])

/** The signed-in customer: the cached answer of `customer` in portal/customer/, a folder that stands above this one. */
export const holder = query('GET /customer', { query: {} })
