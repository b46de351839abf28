/** Marina's session at Café Aurora, which all examples share. */

import type { MemberCodeKey } from '#contract/member-code.ts'
import type { SandboxCustomer } from '#contract/sandbox/sandbox.ts'

export const sessionExample: SandboxCustomer = {
  customer_id: '019a1a2b-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
  company_id: '019a9f4e-7c1d-8e2f-8a3b-4c5d6e7f8091',
  token: 'c2Vzc2FvLWRlLXVtLWNsaWVudGUtZGUtdGVzdGUtMDE',
}

/** The code with which the subscription club asks who has arrived. */
export const clubCodeExample = 'Y2FydGFvLWNsdWJlLWRlLWFzc2luYXR1cmEtMjAyNiE'

export const memberCodeExample: MemberCodeKey = {
  session_ref: 'bWV1LWNvZGlnby1tYXJpbm',
  key: 'Y2hhdmUtZGUtbWV1LWNvZGlnby1kYS1tYXJpbmEtMDE',
  server_time: '2026-11-20T15:01:00.000Z',
}
