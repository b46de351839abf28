/** Endpoints for a till's look-up of a customer, and for a customer's sign-in at the subscription club (D3, R12). */

import {
  IntegratedCustomer,
  IntegrationCode,
  IntegrationToken,
  PartnerCustomer,
  PartnerCustomerKey,
} from '#contract/partner.ts'

import type { Endpoint } from './endpoint.ts'

export const partnerEndpoints = {
  'GET /customer/generate-integration-token': {
    // R12.2
    summary: 'Um token com que o clube de assinatura sabe quem chega: vale 60 segundos, uma vez',
    caller: 'customer',
    shed: 'login',
    response: IntegrationToken,
    errors: [],
  },
  'GET /partner/customer': {
    // D3, D14
    summary: 'Um cliente por documento, celular, email ou código, com o nome mascarado',
    caller: 'partner',
    shed: 'never',
    scope: 'customers',
    query: PartnerCustomerKey,
    response: PartnerCustomer,
    errors: ['customer_not_found', 'expired_code', 'too_many_requests'],
  },
  'POST /partner/integration-token': {
    // R12.2
    summary: 'Trocar o código com que um cliente chegou por quem ele é',
    caller: 'partner',
    shed: 'login',
    scope: 'customers',
    body: IntegrationCode,
    response: IntegratedCustomer,
    errors: ['expired_token'],
  },
} as const satisfies Record<string, Endpoint>
