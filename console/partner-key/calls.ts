/** The calls of the API that do the same as the screen of the keys. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

import { formOf, KeyForm } from './key-form.ts'

const words = callText.key
const id = 'ID_DA_CHAVE'

/** A role that may only read sees the calls that read. */
export function keyCalls(isManager: boolean): TitledCall[] {
  const read: TitledCall = { title: words.read, endpoint: 'GET /admin/key' }
  if (!isManager) return [read]
  const body = KeyForm.parse({ ...formOf(), name: 'Caixa Pinheiros' })
  return [
    read,
    { title: words.make, endpoint: 'POST /admin/key', body },
    { title: words.change, endpoint: 'PUT /admin/key/{id}', params: { id }, body },
    { title: words.revoke, endpoint: 'DELETE /admin/key/{id}', params: { id } },
  ]
}
