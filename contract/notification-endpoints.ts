/** The bell (D11). */

import type { Endpoint } from './endpoint.ts'
import { NotificationPage, NotificationRead, Notifications } from './notification.ts'

export const notificationEndpoints = {
  'GET /notification': {
    summary:
      'The bell: how many are unread, at most 100, and a page of notifications, newest first; the next page is in `Link: rel="next"` (D11)',
    caller: 'customer',
    shed: 'list',
    query: NotificationPage,
    response: Notifications,
    errors: [],
  },
  'POST /notification/read': {
    summary: 'This notification and all before it are read (D11)',
    caller: 'customer',
    shed: 'list',
    body: NotificationRead,
    response: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
