import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '#portal/api.ts'
import { query } from '#portal/query.ts'

/** How often the balance is read while it is looked at, so that what the till gives is seen without a reload. */
const poll_ms = 10_000

export const balance = { ...query('GET /customer/balance'), refetchInterval: poll_ms }

const per_page = 10

/** Newest first. The cursor is the sequence of the last line; a customer's first record is 1. */
export const history = infiniteQueryOptions({
  queryKey: ['GET /points'],
  queryFn: ({ pageParam: before }) => api('GET /points', { query: { before, per_page } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => {
    const last = page.at(-1)?.sequence
    return last !== undefined && last > 1 ? last : undefined
  },
})
