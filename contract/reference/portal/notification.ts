/** The bell after the sale, and Marina's choice of notices. */

import type { NoticeKind, NoticePreferences, Notification } from '#contract/notification.ts'
import { intentionExample } from '#contract/reference/intention-example.ts'
import { recordExample } from '#contract/reference/record-examples.ts'

import type { PortalExamples } from './portal-key.ts'

export const notificationsExample: Notification[] = [
  {
    id: '019a9f4e-9063-7f8b-81b5-9e3b208daf23',
    type: 'points_received',
    data: {
      record_id: recordExample.id,
      subsidiary_name: recordExample.subsidiary_name!,
      points_amount: recordExample.points_amount,
      points_value: recordExample.points_value,
    },
    created_at: recordExample.created_at,
    read_at: null,
  },
  {
    id: '019a9f4e-9c12-7d33-8e44-6f7081920314',
    type: 'intention_ended',
    data: {
      intention_id: intentionExample.id,
      status: 'CAPTURED',
      subsidiary_name: intentionExample.subsidiary_name,
      points_amount: intentionExample.points_amount,
      points_value: intentionExample.points_value,
    },
    created_at: '2026-11-20T15:00:20.000Z',
    read_at: null,
  },
]

const mailOff = { is_marketing: false, mail: false, push: true }
const mailOn = { ...mailOff, mail: true }

function preferences(points_received: typeof mailOn): NoticePreferences {
  const kinds: Record<NoticeKind, typeof mailOn> = {
    points_received,
    points_expiring: mailOn,
    voucher_issued: mailOn,
    voucher_expiring: mailOn,
    level_changed: mailOn,
    promotion_credited: { ...mailOn, is_marketing: true },
  }
  return {
    has_confirmed_email: true,
    opt_in_marketing: false,
    push: {
      public_key:
        'BLgDyhwU1cffqpocwLk6U0QLHDbDM4gfkE1fme32gOUzbbQOdoPGWhsvsXGbfNDKcV4tlXAkW_Ey2bSMLA-1dAo',
      is_subscribed: true,
    },
    kinds: Object.entries(kinds).map(([kind, channels]) => ({
      kind: kind as NoticeKind,
      ...channels,
    })),
  }
}

export const notificationExamples = {
  'GET /notification': {
    query: { per_page: 2 },
    answer: { unread_count: 2, notifications: notificationsExample },
  },
  'POST /notification/read': { body: { up_to: notificationsExample[0]!.id } },
  'GET /notification/preferences': { answer: preferences(mailOff) },
  'PUT /notification/preferences': {
    body: { kind: 'points_received', channel: 'mail', is_on: true },
    answer: preferences(mailOn),
  },
  'POST /notification/subscription': {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/celular-da-marina',
      expirationTime: null,
      keys: {
        p256dh:
          'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
  },
  'DELETE /notification/subscription': {},
} as const satisfies Partial<PortalExamples>
