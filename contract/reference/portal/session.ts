/** Marina signs in, asks for mailed links, and signs out. */

import {
  clubCodeExample,
  memberCodeExample,
  sessionExample,
} from '#contract/reference/session-example.ts'
import type { Session } from '#contract/session.ts'

import { customerExample } from './customer.ts'
import type { PortalExamples } from './portal-key.ts'

const { token } = sessionExample
const email = 'marina@example.com'

export const phoneSessionExample: Session = {
  id: '019a9e10-5a41-7b58-8e82-6b7c8d9e0f10',
  user_agent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Mobile Safari/537.36',
  created_at: '2026-11-02T13:00:00.000Z',
  last_used_on: '2026-11-20',
  is_current: true,
}

const laptopSession: Session = {
  id: '019a5b21-6b52-7c69-9f93-7c8d9e0f1021',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  created_at: '2026-11-06T22:40:00.000Z',
  last_used_on: '2026-11-09',
  is_current: false,
}

export const sessionExamples = {
  'GET /customer/generate-token': { answer: { token, member_code: memberCodeExample } },
  'POST /customer/login': {
    body: { identifier: '529.982.247-25', password: 'aurora2026' },
    answer: { data: customerExample, token, member_code: memberCodeExample },
  },
  'POST /customer/login-link': { body: { email, redirect: '/store' } },
  'GET /customer/password-reset': { headers: { 'customer-email': email } },
  'POST /customer/password-reset': {
    body: {
      token: 'bGluay1kZS1yZWRlZmluaWNhby1kYS1tYXJpbmEtMDE',
      password: 'cafe-coado-2026',
      password_confirmation: 'cafe-coado-2026',
    },
  },
  'GET /customer/session': { query: {}, answer: [phoneSessionExample, laptopSession] },
  'DELETE /customer/session/{id}': {
    params: { id: laptopSession.id },
    body: { current_password: 'aurora2026' },
  },
  'DELETE /customer/session': {},
  'GET /customer/generate-integration-token': { answer: { token: clubCodeExample } },
} as const satisfies Partial<PortalExamples>
