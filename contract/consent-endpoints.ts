/** Consents and the cookie policy (R6, D12). */

import * as z from 'zod/mini'

import { Consent, CookieAgreement } from './consent.ts'
import type { Endpoint } from './endpoint.ts'

export const consentEndpoints = {
  'GET /customer/consent': {
    summary: 'What the customer has agreed to and withdrawn, newest first (D12)',
    caller: 'customer',
    shed: 'list',
    response: z.array(Consent),
    errors: [],
  },
  'POST /customer/{user_id}/cookies-agreement': {
    summary: 'Agree to the cookie policy (R6.1)',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: z.uuid() }),
    response: CookieAgreement,
    status: 201,
    errors: ['forbidden', 'agreement_exists'],
  },
  'DELETE /customer/{user_id}/cookies-agreement': {
    summary: 'Withdraw the agreement to the cookie policy (R6.1)',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: z.uuid() }),
    response: null,
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>
