/** The address of a CEP (R4.5). */

import * as z from 'zod/mini'

import { Address, PostalCode } from '#contract/address.ts'

import type { Endpoint } from './endpoint.ts'

export const addressEndpoints = {
  'GET /address/{postal_code}': {
    // R4.5
    summary: 'O endereço de um CEP',
    caller: 'guest',
    // Waits up to 3 s for a service elsewhere, so it must not hold one of the lists' places.
    shed: 'poll',
    params: z.strictObject({ postal_code: PostalCode }),
    response: Address,
    errors: ['postal_code_not_found', 'address_unavailable', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
