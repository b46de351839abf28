/** Endpoints of the console's list of what somebody should look at (D15). */

import * as z from 'zod/mini'

import { ReviewClosing, ReviewItems } from '#contract/console/review.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const reviewEndpoints = {
  'GET /admin/review': {
    summary: 'O que a empresa deve rever: limites atingidos e movimentos fora do comum de um dia',
    caller: 'staff',
    action: 'review.manage',
    shed: 'list',
    response: ReviewItems,
    errors: [],
  },
  'POST /admin/review/{id}/close': {
    summary: 'Dizer que está certo, com uma nota que vai para a auditoria; repetir não muda nada',
    caller: 'staff',
    action: 'review.manage',
    shed: 'login',
    params: z.strictObject({ id: Uuid }),
    body: ReviewClosing,
    response: null,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
