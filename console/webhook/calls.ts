/** The calls of the API that do the same as the screen of the webhooks. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.webhook

/** `id`: the endpoint that the screen shows. Every role that sees webhooks may manage them. */
export function webhookCalls(id: string | undefined): TitledCall[] {
  const read: TitledCall = { title: words.read, endpoint: 'GET /admin/webhook' }
  if (id === undefined) return [read]
  const params = { id }
  return [
    read,
    { title: words.enable, endpoint: 'POST /admin/webhook/{id}/enable', params },
    { title: words.secret, endpoint: 'POST /admin/webhook/{id}/secret', params },
  ]
}
