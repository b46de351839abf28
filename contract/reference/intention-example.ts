/** The request of a till to use 80 of Marina's 300 points, as the till sees it before she answers. */

import type { TillIntention } from '#contract/intention.ts'

/** The code that Marina tells the cashier. */
export const customerCodeExample = '482913'

export const intentionExample: TillIntention = {
  id: '019a9f4e-9a10-7b21-8c32-4d5e6f708192',
  status: 'PENDING',
  subsidiary_name: 'Aurora Pinheiros',
  purchase_value: 4590,
  points_amount: 80,
  points_value: 400,
  balance: { amount_balance: 300, value_balance: 1500 },
  balance_after: { amount_balance: 220, value_balance: 1100 },
  captured: null,
  created_at: '2026-11-20T15:00:00.000Z',
  expires_at: '2026-11-20T15:10:00.000Z',
  external_id: 'sale-1001-points',
}

export const capturedExample: TillIntention = {
  ...intentionExample,
  status: 'CAPTURED',
  captured: {
    record_id: '019a9f4e-9b11-7c22-8d33-5e6f70819203',
    points_amount: 80,
    points_value: 400,
  },
}
