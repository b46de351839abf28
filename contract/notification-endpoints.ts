/** The bell (D11). */

import type { Endpoint } from './endpoint.ts'
import {
  NoticeChoice,
  NoticePreferences,
  NotificationPage,
  NotificationRead,
  Notifications,
} from './notification.ts'

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
  'GET /notification/preferences': {
    summary: 'Which notices the customer gets by mail and push, kind by kind (D21)',
    caller: 'customer',
    shed: 'list',
    response: NoticePreferences,
    errors: [],
  },
  'PUT /notification/preferences': {
    summary:
      'Switch one kind of notice on or off in one channel (D21). A marketing kind is switched on only with `opt_in_marketing`',
    caller: 'customer',
    shed: 'list',
    body: NoticeChoice,
    response: NoticePreferences,
    errors: ['marketing_consent_required'],
  },
} as const satisfies Record<string, Endpoint>
