/** The calls of the API that do the same as the list. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.review

export function reviewCalls(): TitledCall[] {
  return [
    { title: words.read, endpoint: 'GET /admin/review' },
    {
      title: words.close,
      endpoint: 'POST /admin/review/{id}/close',
      params: { id: 'ID_DA_LINHA' },
      body: { note: 'Cliente compra para a empresa' },
    },
  ]
}
