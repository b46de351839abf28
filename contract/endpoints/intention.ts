/** Payment with points: the till requests and captures, the customer authorises or declines (R8, D5). */

import * as z from 'zod/mini'

import {
  Intention,
  IntentionCapture,
  IntentionEvents,
  IntentionOpening,
  TillIntention,
} from '#contract/intention.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const intentionEndpoints = {
  'GET /points/intention': {
    // R8.1, D5
    summary:
      'O que um caixa pede ao cliente agora, com o código para dizer a ele. Tem um ETag; 304 se `If-None-Match` o repete',
    caller: 'customer',
    shed: 'poll',
    conditional: true,
    response: z.optional(Intention),
    errors: [],
  },
  'GET /points/intention/stream': {
    // D5
    summary:
      'O mesmo, como server-sent events: a autorização aberta e cada mudança dela, também o fim; um evento `points` sem dados quando uma compra ou devolução muda os pontos; um comentário a cada 25 segundos',
    caller: 'customer',
    shed: 'poll',
    response: IntentionEvents,
    errors: [],
  },
  'GET /points/intention/{id}': {
    summary: 'Como está uma autorização, também depois do fim',
    caller: 'customer',
    shed: 'poll',
    params: z.strictObject({ id: Uuid }),
    response: Intention,
    errors: ['not_found'],
  },
  'POST /points/intention/{id}/confirm': {
    // R8.2
    summary: 'Autorizar: o caixa pode usar os pontos sem código',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: Uuid }),
    response: Intention,
    errors: ['not_found', 'intention_over'],
  },
  'DELETE /points/intention/{id}': {
    // R8.2
    summary:
      'Recusar, também depois de autorizar; por dez minutos a loja pode pedir de novo uma vez, um valor menor',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: Uuid }),
    response: null,
    errors: ['not_found', 'intention_over'],
  },
  'POST /partner/points/intention': {
    // D5
    summary:
      'Pedir para usar pontos de um cliente. Os pontos ficam reservados a partir de agora; o mesmo `external_id` outra vez recebe a mesma autorização',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    body: IntentionOpening,
    response: TillIntention,
    status: 201,
    errors: [
      'customer_not_found',
      'expired_code',
      'unknown_subsidiary',
      'customer_blocked',
      'contact_unconfirmed',
      'intention_open',
      'points_exceed_purchase',
      'insufficient_balance',
      'idempotency_mismatch',
      'intention_declined',
      'too_many_requests',
    ],
  },
  'GET /partner/points/intention/{id}': {
    summary: 'O que o cliente respondeu',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: Uuid }),
    response: TillIntention,
    errors: ['not_found'],
  },
  'POST /partner/points/intention/{id}/capture': {
    // D5
    summary:
      'Usar os pontos, todos ou menos, com o código do cliente ou depois do sim dele; repetir recebe a primeira resposta',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: Uuid }),
    // After the customer has confirmed, a till that takes all points has nothing to say.
    body: z.nullable(IntentionCapture),
    response: TillIntention,
    errors: [
      'not_found',
      'customer_blocked',
      'intention_over',
      'authorization_required',
      'wrong_code',
      'capture_exceeds_hold',
      'idempotency_mismatch',
    ],
  },
  'DELETE /partner/points/intention/{id}': {
    summary: 'Desistir: os pontos ficam livres na hora',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: Uuid }),
    response: null,
    errors: ['not_found', 'intention_over'],
  },
} as const satisfies Record<string, Endpoint>
