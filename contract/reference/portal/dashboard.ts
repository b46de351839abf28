/** The first screen after the sale of the till's examples. */

import { cakeExample, prizeExample } from '#contract/reference/prize-example.ts'
import { voucherExample } from '#contract/reference/voucher-example.ts'

import { customerExample } from './customer.ts'
import { customerLevelsExample } from './level.ts'
import { entriesExample, purchaseExample } from './points-entries.ts'
import { expiringExample } from './points.ts'
import type { PortalExamples } from './portal-key.ts'
import { promotionExample } from './promotion.ts'

export const dashboardExamples = {
  'GET /customer/dashboard': {
    answer: {
      balance: customerExample.balance,
      ...customerLevelsExample,
      expiring: { points_amount: 261, points_value: 1305, day_count: 3, days: expiringExample },
      next_available: null,
      prizes: [cakeExample, prizeExample].map(
        ({ id, name, photo_url, value, favorite, redeemable, missing }) => ({
          id,
          name,
          photo_url,
          value,
          favorite,
          redeemable,
          missing,
        }),
      ),
      promotions: [
        {
          code: promotionExample.code,
          name: promotionExample.name,
          ends_at: promotionExample.ends_at,
          points_amount: promotionExample.points_amount,
          points_value: promotionExample.points_value,
          activatable: false,
          reason: 'promotion_used',
        },
      ],
      entries: entriesExample.slice(0, 5),
      last_purchase: purchaseExample,
      vouchers: [voucherExample],
      to_withdraw_count: 1,
      unread_count: 2,
    },
  },
} as const satisfies Partial<PortalExamples>
