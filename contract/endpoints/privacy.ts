/** The export of a person's data, and leaving (D16). */

import { CustomerDataFile, Erasure, ErasurePreview } from '#contract/privacy.ts'

import type { Endpoint } from './endpoint.ts'

export const privacyEndpoints = {
  'GET /customer/data': {
    summary:
      'Tudo o que é guardado sobre a pessoa, em um arquivo JSON: cadastro, consentimentos, sessões, pontos, vouchers, avisos e o restante (LGPD, art. 18)',
    caller: 'customer',
    shed: 'list',
    response: CustomerDataFile,
    errors: ['too_many_requests'],
  },
  'GET /customer/erasure': {
    summary: 'O que se perde ao excluir a conta, e como a pessoa prova que é ela',
    caller: 'customer',
    shed: 'list',
    response: ErasurePreview,
    errors: [],
  },
  'DELETE /customer': {
    summary:
      'Excluir a conta: os dados da pessoa são apagados, e ela perde pontos e vouchers; as compras ficam sem nome. Pede a senha atual, ou um acesso dos últimos 10 minutos, e o que se perde, como GET /customer/erasure respondeu',
    caller: 'customer',
    shed: 'login',
    body: Erasure,
    response: null,
    errors: [
      'password_required',
      'wrong_password',
      'sign_in_again',
      'forfeit_changed',
      'too_many_requests',
    ],
  },
} as const satisfies Record<string, Endpoint>
