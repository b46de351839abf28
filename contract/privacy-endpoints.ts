/** The export of a person's data, and leaving (D16). */

import type { Endpoint } from './endpoint.ts'
import { CustomerDataFile, Erasure, ErasurePreview } from './privacy.ts'

export const privacyEndpoints = {
  'GET /customer/data': {
    summary:
      'Everything that is held about the person, as one JSON file: profile, consents, sessions, points, vouchers, notices and the rest (LGPD art. 18)',
    caller: 'customer',
    shed: 'list',
    response: CustomerDataFile,
    errors: ['too_many_requests'],
  },
  'GET /customer/erasure': {
    summary: 'What leaving forfeits, and how the person shows that it is them',
    caller: 'customer',
    shed: 'list',
    response: ErasurePreview,
    errors: [],
  },
  'DELETE /customer': {
    summary:
      'Leave: everything about the person is erased and points and vouchers are forfeited; purchases stay without a name. Takes the current password, or of an account without one a sign-in of the last 10 minutes, and what is forfeited as GET /customer/erasure says it',
    caller: 'customer',
    shed: 'login',
    body: Erasure,
    response: null,
    errors: ['wrong_password', 'sign_in_again', 'forfeit_changed', 'too_many_requests'],
  },
} as const satisfies Record<string, Endpoint>
