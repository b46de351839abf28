import { expect, test } from 'vitest'

import type { Notification } from '#contract/notification.ts'

import { grouped } from './grouped.ts'

const at = '2026-11-20T15:00:00Z'
const issued = { prize_name: 'Café coado', expires_at: '2026-12-20' }

function voucher(
  id: number,
  changes: Partial<typeof issued> & { created_at?: string } = {},
  type: 'voucher_issued' | 'voucher_expiring' = 'voucher_issued',
): Notification {
  const { created_at = at, ...data } = changes
  const own = { voucher_id: `voucher-${id}`, ...issued, ...data }
  const all = { id: `notification-${id}`, created_at, read_at: at }
  return type === 'voucher_issued'
    ? { ...all, type, data: own }
    : { ...all, type, data: { ...own, days: 7 } }
}

const linesOf = (...notifications: Notification[]) =>
  grouped(notifications).map(({ notification, count }) => [notification.id, count])

test('notices of vouchers of one prize from one redemption are one line with their number [R2.8]', () => {
  expect(linesOf(voucher(3), voucher(2), voucher(1))).toEqual([['notification-3', 3]])
  const cake = { prize_name: 'Bolo' }
  expect(linesOf(voucher(4), voucher(3, cake), voucher(2), voucher(1, cake))).toEqual([
    ['notification-4', 2],
    ['notification-3', 2],
  ])
})

test('notices of another moment, last day or kind have a line of their own [R2.8]', () => {
  expect(
    linesOf(
      voucher(4),
      voucher(3, {}, 'voucher_expiring'),
      voucher(2, { expires_at: '2026-12-21' }),
      voucher(1, { created_at: '2026-11-20T14:59:00Z' }),
    ).map(([, count]) => count),
  ).toEqual([1, 1, 1, 1])
})

test('notices of two equal purchases at one moment stay two lines [R2.8]', () => {
  const purchase = (id: string): Notification => ({
    id,
    type: 'points_received',
    created_at: at,
    read_at: null,
    data: { record_id: id, subsidiary_name: 'Loja 1', points_amount: 5, points_value: 25 },
  })
  expect(linesOf(purchase('b'), purchase('a'))).toEqual([
    ['b', 1],
    ['a', 1],
  ])
})
