import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { notifications, readNotifications } from './notification.ts'
import { chooseNotice, noticePreferences } from './preference.ts'

export function notificationRoutes(route: Route, { database }: Context): void {
  route('GET /notification', async ({ query, header, ...caller }) => {
    const { next, ...page } = await notifications(database, caller, query)
    if (next !== null) {
      header('link', `</api/notification?before=${next}&per_page=${query.per_page}>; rel="next"`)
    }
    return page
  })

  route('POST /notification/read', ({ body, ...caller }) =>
    readNotifications(database, caller, body.up_to),
  )

  route('GET /notification/preferences', (caller) => noticePreferences(database, caller))

  route('PUT /notification/preferences', ({ body, now, ...caller }) =>
    chooseNotice(database, caller, body, now),
  )
}
