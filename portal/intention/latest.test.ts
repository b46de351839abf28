import { expect, test } from 'vitest'

import type { Intention } from '#contract/intention.ts'

import { isOpen, later } from './latest.ts'

const pending: Intention = {
  id: '0198c1a0-0000-7000-8000-000000000001',
  status: 'PENDING',
  code: '481516',
  subsidiary_name: 'Aurora Pinheiros',
  purchase_value: 4_590,
  points_amount: 100,
  points_value: 500,
  balance: { amount_balance: 171, value_balance: 855 },
  balance_after: { amount_balance: 71, value_balance: 355 },
  captured: null,
  cancelled_by: null,
  created_at: '2026-11-20T15:00:00.000Z',
  expires_at: '2026-11-20T15:10:00.000Z',
}
const authorized: Intention = { ...pending, status: 'AUTHORIZED' }
const captured: Intention = { ...pending, status: 'CAPTURED', code: null }
const next: Intention = {
  ...pending,
  id: '0198c1a0-0000-7000-8000-000000000002',
  created_at: '2026-11-20T15:20:00.000Z',
}

test('an intention is open until it is captured, declined, cancelled or expired [D5]', () => {
  const statuses = [
    'PENDING',
    'AUTHORIZED',
    'CAPTURED',
    'DECLINED',
    'CANCELLED',
    'EXPIRED',
  ] as const
  expect(statuses.filter((status) => isOpen({ ...pending, status }))).toEqual([
    'PENDING',
    'AUTHORIZED',
  ])
})

test('a poll’s answer that is older than the stream’s last event is ignored [R8.1]', () => {
  expect(later(null, pending)).toBe(pending)
  expect(later(pending, authorized)).toBe(authorized)
  expect(later(captured, authorized)).toBe(captured)
  // An equal state returns the same object, so nothing renders again.
  expect(later(pending, { ...pending })).toBe(pending)
  expect(later(captured, { ...pending, status: 'DECLINED' })).toBe(captured)
})

test('an intention is replaced by a newer one, never by an older one [R8.1]', () => {
  expect(later(captured, next)).toBe(next)
  expect(later(pending, next)).toBe(next)
  expect(later(next, captured)).toBe(next)
})
