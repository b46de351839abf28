/** The export of a person's data (D16). */

import type { Endpoint } from './endpoint.ts'
import { CustomerDataFile } from './privacy.ts'

export const privacyEndpoints = {
  'GET /customer/data': {
    summary:
      'Everything that is held about the person, as one JSON file: profile, consents, sessions, points, vouchers, notices and the rest (LGPD art. 18)',
    caller: 'customer',
    shed: 'list',
    response: CustomerDataFile,
    errors: ['too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
