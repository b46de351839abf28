/** Promotions (R10, D9). */

import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Promotion, PromotionActivation, PromotionCode, reasonsNotToActivate } from './promotion.ts'

export const promotionEndpoints = {
  'GET /promotion/{code}': {
    summary: 'A promotion that is on, and whether it gives this customer anything (R10.1)',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ code: PromotionCode }),
    response: Promotion,
    errors: ['promotion_not_found', 'inactive_promotion'],
  },
  'POST /promotion/{code}/activate': {
    summary: 'Get a promotion’s points, within its limits (R10.1, D9)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ code: PromotionCode }),
    response: PromotionActivation,
    status: 201,
    idempotent: true,
    errors: ['promotion_not_found', 'inactive_promotion', ...reasonsNotToActivate],
  },
} as const satisfies Record<string, Endpoint>
