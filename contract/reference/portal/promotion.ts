/** Marina activates the welcome promotion: 50 points, her first. */

import type { Promotion } from '#contract/promotion.ts'
import { sessionExample } from '#contract/reference/session-example.ts'

import type { PortalExamples } from './portal-key.ts'

export const promotionExample: Promotion = {
  id: '019a3c5d-4a60-7485-9f90-a1b2c3d4e5f6',
  code: 'BOASVINDAS',
  name: 'Boas-vindas',
  description: 'Cinquenta pontos para quem chegou há pouco.',
  image_url: `/images/${sessionExample.company_id}/48647bb4efcbd0adb97c4598021e8b75-400x300.svg`,
  type: 'BANNER_CLICK',
  starts_at: '2026-01-01',
  ends_at: '2027-12-31',
  filters: {
    NEW_REGISTER: { days: 30 },
    ACTIVATIONS_LIMIT: { per_customer: 1, in_all: null },
    COMPLETE_PROFILE: false,
  },
  action: { GENERATE_POINTS: { amount: 50, expires_in: { days: 90 } } },
  points_amount: 50,
  points_value: 250,
  activatable: true,
  reason: null,
  details: null,
}

/** The id is that of the record in the history. */
export const activationExample = {
  id: '019a4310-d4e5-76a7-9fb2-345678901234',
  points_amount: 50,
  points_value: 250,
  expires_at: '2027-02-02',
  balance: { amount_balance: 50, value_balance: 250 },
  created_at: '2026-11-02T13:03:00.000Z',
}

const params = { code: promotionExample.code }

export const promotionExamples = {
  'GET /promotion/{code}': { params, answer: promotionExample },
  'POST /promotion/{code}/activate': { params, answer: activationExample },
} as const satisfies Partial<PortalExamples>
