import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { notifications, readNotifications } from './notification.ts'
import { chooseNotice, noticePreferences } from './preference.ts'
import { subscribe, unsubscribe } from './subscription/subscription.ts'

export function notificationRoutes(route: Route, context: Context): void {
  const { database } = context
  route('GET /notification', async ({ query, header, ...caller }) => {
    const { next, ...page } = await notifications(database, caller, query)
    if (next !== null) {
      header('link', `</api/notification?before=${next}&per_page=${query.per_page}>; rel="next"`)
    }
    return page
  })

  route('POST /notification/read', ({ body, ...caller }) =>
    readNotifications(database, caller, body?.up_to),
  )

  route('GET /notification/preferences', (caller) => noticePreferences(context, caller))

  route('PUT /notification/preferences', ({ body, ...caller }) =>
    chooseNotice(context, caller, body),
  )

  route('POST /notification/subscription', ({ body, ...caller }) =>
    subscribe(context, caller, body),
  )
  route('DELETE /notification/subscription', (caller) => unsubscribe(database, caller))
}
