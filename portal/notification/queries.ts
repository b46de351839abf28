import { api } from '#portal/client/api.ts'
import { infiniteQueryOptions, query } from '#portal/client/query.ts'
import { balance } from '#portal/points/queries.ts'

/** R2.8: the unread count and the newest notification. Polled as often as the balance, which most notifications concern. */
export const unread = {
  ...query('GET /notification', { query: { per_page: 1 } }),
  refetchInterval: balance.refetchInterval,
}

/** Notifications on a page: two screens of a phone. */
const per_page = 20

/** Newest first. Each page requests one more than it shows, to know whether older ones exist. */
export const notifications = infiniteQueryOptions({
  queryKey: ['GET /notification', 'list'],
  queryFn: ({ pageParam: before }) =>
    api('GET /notification', { query: { before, per_page: per_page + 1 } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.notifications[per_page] && page.notifications[per_page - 1]?.id,
  select: ({ pages }) => pages.flatMap((page) => page.notifications.slice(0, per_page)),
})

/** The kinds of notices that the customer gets by mail and push (D21). */
export const noticePreferences = query('GET /notification/preferences')
