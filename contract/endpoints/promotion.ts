/** Promotions (R10, D9). */

import * as z from 'zod/mini'

import {
  Promotion,
  PromotionActivation,
  PromotionCodePath,
  reasonsNotToActivate,
} from '#contract/promotion.ts'

import type { Endpoint } from './endpoint.ts'

export const promotionEndpoints = {
  'GET /promotion/{code}': {
    // R10.1
    summary: 'Uma promoção ativa, e se ela dá algo a este cliente',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ code: PromotionCodePath }),
    response: Promotion,
    errors: ['promotion_not_found', 'inactive_promotion'],
  },
  'POST /promotion/{code}/activate': {
    // R10.1, D9
    summary: 'Ativar uma promoção, dentro dos limites dela',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ code: PromotionCodePath }),
    response: PromotionActivation,
    status: 201,
    idempotent: true,
    // too_many_requests: a network has activated the newcomers' promotion too often (T17).
    errors: [
      'promotion_not_found',
      'inactive_promotion',
      ...reasonsNotToActivate,
      'too_many_requests',
    ],
  },
} as const satisfies Record<string, Endpoint>
