/** The bell (D11). */

import type { Endpoint } from './endpoint.ts'
import {
  NoticeChoice,
  NoticePreferences,
  NotificationPage,
  NotificationRead,
  Notifications,
  PushSubscription,
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
  'POST /notification/subscription': {
    summary:
      'Send pushes to this device, until its session ends (D21). A customer has at most 10 devices: beyond it the oldest goes',
    caller: 'customer',
    shed: 'list',
    body: PushSubscription,
    response: null,
    errors: ['not_implemented'],
  },
  'DELETE /notification/subscription': {
    summary: 'Send no more pushes to the device of this session (D21)',
    caller: 'customer',
    shed: 'list',
    response: null,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
