/** The first screen (R7.2). */

import { Dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'

export const dashboardEndpoints = {
  'GET /customer/dashboard': {
    summary:
      'The first screen in one answer: the balance, the level, what expires and what becomes free next, prizes in reach, promotions, the last lines of the history, the last purchase, the last vouchers, the unread notifications (R7.2)',
    caller: 'customer',
    shed: 'list',
    response: Dashboard,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
