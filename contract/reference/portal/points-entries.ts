/** Marina's history: the welcome points, three purchases, a prize, and the sale of the till's examples with 80 points in it. */

import type { PointsEntry } from '#contract/points.ts'
import { capturedExample, intentionExample } from '#contract/reference/intention-example.ts'
import { recordExample } from '#contract/reference/record-examples.ts'
import { voucherExample } from '#contract/reference/voucher-example.ts'

import { activationExample, promotionExample } from './promotion.ts'

const { balance: _, warning: __, ...record } = recordExample

/** The purchase of the till's examples. */
export const purchaseExample: PointsEntry = {
  ...record,
  promotion: null,
  prize: null,
  source_id: null,
  reverses_id: null,
  reversed_amount: 0,
  is_cancelled: false,
  reason: null,
  lots: [],
}

type Purchase = Pick<PointsEntry, 'id' | 'sequence' | 'external_id' | 'expires_at' | 'created_at'>

/** A purchase without points in its payment. A point is worth 5 centavos. */
function purchase(points: number, facts: Purchase): PointsEntry {
  const { points_value: _, ...calculation } = recordExample.calculation!
  return {
    ...purchaseExample,
    ...facts,
    ...pointsOf(points),
    purchase_value: points * 100,
    calculation: { ...calculation, base: points * 100 },
  }
}

function pointsOf(points: number) {
  const value = points * 5
  return { points_amount: points, points_value: value, amount: points, value }
}

const noPurchase = { calculation_rule_id: null, calculation: null }

const welcome: PointsEntry = {
  ...purchaseExample,
  ...noPurchase,
  id: activationExample.id,
  sequence: 1,
  origin: 'promotion',
  subsidiary_name: null,
  purchase_value: null,
  ...pointsOf(activationExample.points_amount),
  expires_at: activationExample.expires_at,
  created_at: activationExample.created_at,
  integrator_id: null,
  external_id: null,
  source_key: promotionExample.id,
  source_id: promotionExample.id,
  code: promotionExample.code,
  promotion: promotionExample.name,
}

const first = purchase(130, {
  id: '019a4718-e5f6-77b8-8fc3-456789012345',
  sequence: 2,
  external_id: 'sale-0812',
  expires_at: '2027-11-03',
  created_at: '2026-11-03T11:30:00.000Z',
})
const second = purchase(98, {
  id: '019a6712-f607-78c9-9fd4-567890123456',
  sequence: 3,
  external_id: 'sale-0877',
  expires_at: '2027-11-09',
  created_at: '2026-11-09T18:10:00.000Z',
})
const third = purchase(142, {
  id: '019a8a1d-0718-79da-8fe5-678901234567',
  sequence: 4,
  external_id: 'sale-0954',
  expires_at: '2027-11-16',
  created_at: '2026-11-16T12:20:00.000Z',
})

/** The part of a consumption that comes from one earning. */
function lot({ id, expires_at }: PointsEntry, points: number) {
  return { id, points_amount: -points, points_value: -points * 5, expires_at }
}

const redemption: PointsEntry = {
  ...welcome,
  id: '019a9e11-7a53-7d70-8f94-8d2a1f7c9e12',
  sequence: 5,
  type_id: 'CNS',
  origin: 'voucher',
  ...pointsOf(-voucherExample.points_amount),
  expires_at: null,
  created_at: voucherExample.created_at,
  source_key: voucherExample.id,
  source_id: voucherExample.id,
  code: null,
  promotion: null,
  prize: voucherExample.prize.name,
  lots: [lot(welcome, 50), lot(first, 70)],
}

const payment: PointsEntry = {
  ...purchaseExample,
  ...noPurchase,
  id: capturedExample.captured!.record_id,
  sequence: 6,
  type_id: 'CNS',
  origin: 'api:/points/intention',
  ...pointsOf(-intentionExample.points_amount),
  expires_at: null,
  created_at: '2026-11-20T15:00:20.000Z',
  external_id: intentionExample.external_id,
  source_key: intentionExample.id,
  source_id: intentionExample.id,
  lots: [lot(first, 60), lot(second, 20)],
}

/** Newest first. */
export const entriesExample: PointsEntry[] = [
  purchaseExample,
  payment,
  redemption,
  third,
  second,
  first,
  welcome,
]
