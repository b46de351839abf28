/** A till asks to use 80 of Marina's points; her phone shows the code, and she authorises. */

import type { Intention } from '#contract/intention.ts'
import { customerCodeExample, intentionExample } from '#contract/reference/intention-example.ts'

import type { PortalExamples } from './portal-key.ts'

const { external_id: _, warning: __, ...shown } = intentionExample

const pending: Intention = { ...shown, cancelled_by: null, code: customerCodeExample }
const authorized: Intention = { ...pending, status: 'AUTHORIZED' }
const params = { id: pending.id }

export const intentionExamples = {
  'GET /points/intention': { answer: pending },
  'GET /points/intention/stream': {
    file: {
      'text/event-stream': [
        ':',
        `data: ${JSON.stringify(pending)}`,
        `data: ${JSON.stringify(authorized)}`,
        'event: points',
      ]
        .map((event) => `${event}\n\n`)
        .join(''),
    },
  },
  'GET /points/intention/{id}': { params, answer: pending },
  'POST /points/intention/{id}/confirm': { params, answer: authorized },
  'DELETE /points/intention/{id}': { params },
} as const satisfies Partial<PortalExamples>
