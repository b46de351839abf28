/** Consents and the cookie policy (R6, D12). */

import * as z from 'zod/mini'

import { Consent, CookieAgreement } from '#contract/consent.ts'
import { ShortList } from '#contract/value/page.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

export const consentEndpoints = {
  'GET /customer/consent': {
    // D12
    summary: 'O que o cliente aceitou e revogou, do mais novo para o mais antigo',
    caller: 'customer',
    shed: 'list',
    query: ShortList,
    response: z.array(Consent),
    errors: [],
  },
  'POST /customer/{user_id}/cookies-agreement': {
    // R6.1
    summary: 'Aceitar a política de cookies',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: Uuid }),
    response: CookieAgreement,
    status: 201,
    errors: ['forbidden', 'agreement_exists'],
  },
  'DELETE /customer/{user_id}/cookies-agreement': {
    // R6.1
    summary: 'Revogar o aceite da política de cookies',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: Uuid }),
    response: null,
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>
