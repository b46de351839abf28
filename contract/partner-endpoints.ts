/** A till looks a customer up; a customer goes to the subscription club (D3, R12). */

import type { Endpoint } from './endpoint.ts'
import {
  IntegratedCustomer,
  IntegrationCode,
  IntegrationToken,
  PartnerCustomer,
  PartnerCustomerKey,
} from './partner.ts'

export const partnerEndpoints = {
  'GET /customer/generate-integration-token': {
    summary:
      'A token with which the subscription club learns who comes: good for 60 seconds, and once (R12.2)',
    caller: 'customer',
    shed: 'login',
    response: IntegrationToken,
    errors: [],
  },
  'GET /partner/customer': {
    summary: 'A customer by document, phone, email or member code, the name masked (D3, D14)',
    caller: 'partner',
    shed: 'never',
    scope: 'customers',
    query: PartnerCustomerKey,
    response: PartnerCustomer,
    errors: ['customer_not_found', 'expired_code', 'too_many_requests'],
  },
  'POST /partner/integration-token': {
    summary: 'Trade the code that a customer came with for who it is (R12.2)',
    caller: 'partner',
    shed: 'login',
    scope: 'customers',
    body: IntegrationCode,
    response: IntegratedCustomer,
    errors: ['expired_token'],
  },
} as const satisfies Record<string, Endpoint>
