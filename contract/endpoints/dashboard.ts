/** The first screen (R7.2). */

import { Dashboard } from '#contract/dashboard.ts'

import type { Endpoint } from './endpoint.ts'

export const dashboardEndpoints = {
  'GET /customer/dashboard': {
    // R7.2
    summary:
      'A primeira tela em uma resposta: saldo, nível, o que vence e o que fica disponível em seguida, prêmios ao alcance, promoções, as últimas linhas do histórico, a última compra, os últimos vouchers e os avisos não lidos',
    caller: 'customer',
    shed: 'list',
    response: Dashboard,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
