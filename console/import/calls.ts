/** The calls of the API that do the same as the screen of the import. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.import
/** An example file. A call sends it as Base64. */
const file = 'document;points;external_id\n52998224725;10;saldo-1\n'

/** `id`: the import that the screen shows. */
export function importCalls(id = 'ID_DA_IMPORTACAO'): TitledCall[] {
  const params = { id }
  return [
    { title: words.read, endpoint: 'GET /admin/import' },
    {
      title: words.begin,
      endpoint: 'POST /admin/import',
      body: { name: 'saldos.csv', size: file.length },
    },
    {
      title: words.part,
      endpoint: 'POST /admin/import/{id}/part',
      params,
      body: { part: 0, is_last: true, content: btoa(file) },
    },
    { title: words.apply, endpoint: 'POST /admin/import/{id}/apply', params },
    { title: words.continue, endpoint: 'POST /admin/import/{id}/continue', params },
  ]
}
