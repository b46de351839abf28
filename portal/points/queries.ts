import { api } from '#portal/client/api.ts'
import { infiniteQueryOptions, query } from '#portal/client/query.ts'

/** How often the balance is read while it is looked at, so that what the till gives is seen without a reload. */
const poll_ms = 10_000

export const balance = { ...query('GET /customer/balance'), refetchInterval: poll_ms }

export const expiring = query('GET /points/expiring')

const per_page = 50

/** The spans that the history can show beside all of it (R7.3). */
export const history_days = [15, 30] as const

/** The span that an address's query string asks for; undefined: everything. */
export function daysOf(search: string): number | undefined {
  const written = new URLSearchParams(search).get('days')
  return history_days.find((days) => String(days) === written)
}

/** Newest first; of the last so many days, or all (R7.3). */
export const history = (days: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['GET /points', { days }],
    queryFn: ({ pageParam: before }) => api('GET /points', { query: { before, per_page, days } }),
    initialPageParam: undefined as number | undefined,
    // The cursor is the last record's sequence. A page that is not full of records, expiries apart, is the last.
    getNextPageParam: (page) => {
      const records = page.filter(({ type_id }) => type_id !== 'EXP')
      return records.length < per_page ? undefined : records.at(-1)!.sequence
    },
  })
