import { api } from '#portal/client/api.ts'
import { infiniteQueryOptions, query } from '#portal/client/query.ts'

/** The interval of the balance's poll, which shows a till's changes without a reload. */
const poll_ms = 10_000

export const balance = { ...query('GET /customer/balance'), refetchInterval: poll_ms }

export const expiring = query('GET /points/expiring')

/**
 * The newest record, read to announce an arrival and for no list. A `gcTime` of 0 drops it after its answer, so that
 * offline/last-seen.ts does not store it beside the history.
 */
export const newestEntry = { ...query('GET /points', { query: { per_page: 1 } }), gcTime: 0 }

/** Records on a page: one call reads a year with a purchase each week. */
const per_page = 50

/** The periods, in days, that the history offers besides everything (R7.3). */
export const historyDays = [15, 30] as const

/** The period in an address's query string; undefined for everything. */
export function daysOf(search: string): number | undefined {
  const parameter = new URLSearchParams(search).get('days')
  return historyDays.find((days) => String(days) === parameter)
}

/** Newest first, for the last `days` days or all time (R7.3). */
export const history = (days: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['GET /points', { days }],
    queryFn: ({ pageParam: before }) => api('GET /points', { query: { before, per_page, days } }),
    initialPageParam: undefined as number | undefined,
    // The cursor is the last record's sequence. A page with fewer than `per_page` records, not counting expiries, is the
    // last.
    getNextPageParam: (page) => {
      const records = page.filter(({ type_id }) => type_id !== 'EXP')
      return records.length < per_page ? undefined : records.at(-1)!.sequence
    },
  })
