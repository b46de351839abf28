/** The member code of the signed-in customer (D14). */

import { MemberCodeKey } from '#contract/member-code.ts'

import type { Endpoint } from './endpoint.ts'

export const memberCodeEndpoints = {
  'GET /customer/member-code': {
    // D14
    summary:
      'A chave com que esta sessão calcula os códigos de “Meu código”, e o relógio do servidor; a entrada na conta respondeu o mesmo',
    caller: 'customer',
    shed: 'login',
    response: MemberCodeKey,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
