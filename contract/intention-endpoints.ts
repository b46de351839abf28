/** Payment with points: the customer answers, the till asks and captures (R8, D5). */

import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import {
  Intention,
  IntentionCapture,
  IntentionEvents,
  IntentionOpening,
  TillIntention,
} from './intention.ts'

export const intentionEndpoints = {
  'GET /points/intention': {
    summary:
      'What a till asks of the customer now, with the code to tell it (R8.1, D5). Carries an ETag; 304 where `If-None-Match` names it',
    caller: 'customer',
    shed: 'poll',
    conditional: true,
    response: z.optional(Intention),
    errors: [],
  },
  'GET /points/intention/stream': {
    summary:
      'The same, pushed as server-sent events: an intention now open, and each change of it, its end too (D5); an event `points` without data when a sale or return moved points; a comment every 25 seconds',
    caller: 'customer',
    shed: 'poll',
    response: IntentionEvents,
    errors: [],
  },
  'GET /points/intention/{id}': {
    summary: 'How it went, also when it is over',
    caller: 'customer',
    shed: 'poll',
    params: z.strictObject({ id: z.uuid() }),
    response: Intention,
    errors: ['not_found'],
  },
  'POST /points/intention/{id}/confirm': {
    summary: 'Say yes: the till may take the points without a code (R8.2)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: z.uuid() }),
    response: Intention,
    errors: ['not_found', 'intention_over'],
  },
  'DELETE /points/intention/{id}': {
    summary:
      'Say no, also after a yes; for ten minutes the shop may ask again once, for less (R8.2)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    errors: ['not_found', 'intention_over'],
  },
  'POST /partner/points/intention': {
    summary:
      'Ask to spend a customer’s points, which are held from now on; the same external_id again gets the same intention (D5)',
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
    summary: 'What the customer has answered',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: z.uuid() }),
    response: TillIntention,
    errors: ['not_found'],
  },
  'POST /partner/points/intention/{id}/capture': {
    summary:
      'Take the points, all or fewer, with the customer’s code or after the customer’s yes; again gets the first answer (D5)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: z.uuid() }),
    body: IntentionCapture,
    response: TillIntention,
    errors: [
      'not_found',
      'intention_over',
      'authorization_required',
      'wrong_code',
      'capture_exceeds_hold',
      'idempotency_mismatch',
    ],
  },
  'DELETE /partner/points/intention/{id}': {
    summary: 'Give up: the points are free at once',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    errors: ['not_found', 'intention_over'],
  },
} as const satisfies Record<string, Endpoint>
