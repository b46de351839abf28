/** The calls of the API that do the same as the counter. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.counter

/** The example names nobody: a typed CPF is personal and stays out of a text that people copy. */
export function counterCalls(shop: string): TitledCall[] {
  const sale = { shop, customer: { document: '52998224725' }, purchase_value: 4_290 }
  return [
    { title: words.place, endpoint: 'GET /admin/counter' },
    { title: words.preview, endpoint: 'POST /admin/counter/preview', body: sale },
    {
      title: words.sale,
      endpoint: 'POST /admin/counter/sale',
      body: { ...sale, external_id: crypto.randomUUID() },
    },
    { title: words.shift, endpoint: 'GET /admin/counter/shift', query: { shop } },
  ]
}
