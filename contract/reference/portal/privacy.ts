/** Marina downloads her data, and leaves. */

import { capturedExample } from '#contract/reference/intention-example.ts'
import { prizeExample } from '#contract/reference/prize-example.ts'
import { voucherExample } from '#contract/reference/voucher-example.ts'

import { consentsExample } from './consent.ts'
import { customerExample } from './customer.ts'
import { notificationsExample } from './notification.ts'
import { entriesExample } from './points-entries.ts'
import type { PortalExamples } from './portal-key.ts'
import { activationExample, promotionExample } from './promotion.ts'
import { phoneSessionExample } from './session.ts'

const forfeits = { points_amount: 261, points_value: 1305, vouchers: 1 }
const { warning: _, ...intention } = capturedExample

export const privacyExamples = {
  'GET /customer/data': {
    answer: {
      exported_at: '2026-11-20T15:01:00.000Z',
      profile: {
        ...customerExample,
        email_verified_at: '2026-11-02T13:01:00.000Z',
        phone_verified_at: null,
        is_pre_registered: false,
        last_seen_on: '2026-11-20',
        created_at: '2026-11-02T13:00:00.000Z',
      },
      consents: consentsExample.map((consent) => ({
        ...consent,
        user_agent: phoneSessionExample.user_agent,
      })),
      sessions: [phoneSessionExample],
      accounts: [],
      mailed_links: [
        {
          purpose: 'CONFIRMATION',
          email: 'marina@example.com',
          created_at: '2026-11-02T13:00:00.000Z',
          expires_at: '2026-11-09T13:00:00.000Z',
          used_at: '2026-11-02T13:01:00.000Z',
        },
      ],
      points: entriesExample.toReversed(),
      intentions: [intention],
      vouchers: [voucherExample],
      notifications: notificationsExample,
      notice_choices: [{ kind: 'points_received', channel: 'mail', is_on: true }],
      favorites: [
        {
          prize_id: prizeExample.id,
          name: prizeExample.name,
          created_at: '2026-11-20T13:59:00.000Z',
        },
      ],
      promotions: [
        {
          code: promotionExample.code,
          name: promotionExample.name,
          record_id: activationExample.id,
          created_at: activationExample.created_at,
        },
      ],
      level_changes: [
        {
          from_name: null,
          to_name: 'Grão',
          reason: 'EARNED',
          created_at: '2026-11-02T13:03:00.000Z',
        },
      ],
      staff_acts: [
        {
          at: '2026-11-19T18:20:00.000Z',
          act: 'viu os dados de um cliente',
          reason: 'Atendimento ao cliente',
        },
      ],
      merged_accounts: [],
    },
  },
  'GET /customer/erasure': {
    answer: { forfeits, asks_password: true, is_sign_in_fresh: false },
  },
  'DELETE /customer': { body: { forfeits, current_password: 'aurora2026' } },
} as const satisfies Partial<PortalExamples>
