import { expect, test } from 'vitest'

import type { Notification, NotificationType } from '#contract/notification.ts'
import { notificationTypes } from '#contract/notification.ts'
import { routeOf } from '#portal/app/routes.tsx'

import { linePath } from './line-path.ts'

const pathOf = (type: NotificationType, count = 1) =>
  linePath({ notification: { type, data: { voucher_id: '7' } } as Notification, count })

test('a line of the bell leads to prizes, voucher, levels or history, by its type [R2.8 D11]', () => {
  expect(Object.fromEntries(notificationTypes.map((type) => [type, pathOf(type)]))).toEqual({
    points_received: '/historico',
    level_changed: '/niveis',
    points_expiring: '/store',
    voucher_expiring: '/store?tab=to_withdraw&voucher=7',
    voucher_issued: '/store?tab=to_withdraw&voucher=7',
    intention_ended: '/historico',
    promotion_credited: '/historico',
    points_adjusted: '/historico',
  })
  for (const type of notificationTypes) expect(routeOf(pathOf(type).split('?')[0]!)).toBeDefined()
})

test('the line of several vouchers leads to their list [R2.8]', () => {
  expect(pathOf('voucher_issued', 3)).toBe('/store?tab=to_withdraw')
})
