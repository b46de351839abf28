/** Marina accepts the terms and the cookies. */

import type { Consent } from '#contract/consent.ts'
import { sessionExample } from '#contract/reference/session-example.ts'

import type { PortalExamples } from './portal-key.ts'
import { phoneSessionExample } from './session.ts'

const user_id = sessionExample.customer_id

export const consentsExample: Consent[] = [
  {
    id: '019a4310-c3d4-7596-8fa1-234567890123',
    kind: 'COOKIES',
    is_granted: true,
    text_version: '1',
    created_at: '2026-11-02T13:02:00.000Z',
  },
  {
    id: '019a4310-a0b1-7374-8e8f-012345678901',
    kind: 'OPT_IN',
    is_granted: true,
    text_version: '1',
    created_at: '2026-11-02T13:00:00.000Z',
  },
]

export const consentExamples = {
  'GET /customer/consent': { query: {}, answer: consentsExample },
  'POST /customer/{user_id}/cookies-agreement': {
    params: { user_id },
    answer: {
      id: consentsExample[0]!.id,
      user_id,
      user_agent: phoneSessionExample.user_agent,
      user_email: 'marina@example.com',
      parent_id: null,
      accepted_at: '2026-11-02T13:02:00.000Z',
    },
  },
  'DELETE /customer/{user_id}/cookies-agreement': { params: { user_id } },
} as const satisfies Partial<PortalExamples>
