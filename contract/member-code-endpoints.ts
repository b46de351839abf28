/** The member code of the signed-in customer (D14). */

import type { Endpoint } from './endpoint.ts'
import { MemberCodeKey } from './member-code.ts'

export const memberCodeEndpoints = {
  'GET /customer/member-code': {
    summary:
      'The key with which this session computes its member codes, and the server’s clock; the sign-in answered the same (D14)',
    caller: 'customer',
    shed: 'login',
    response: MemberCodeKey,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
