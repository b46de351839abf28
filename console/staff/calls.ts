/** The calls of the API that do the same as the screen of the staff. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.staff
const id = 'ID_DA_PESSOA'
const member = { name: 'Rui Lima', role: 'cashier', shops: [] }

/** A role that may only read sees the calls that read. */
export function staffCalls(isManager: boolean): TitledCall[] {
  const read: TitledCall = { title: words.read, endpoint: 'GET /admin/staff' }
  if (!isManager) return [read]
  return [
    read,
    {
      title: words.invite,
      endpoint: 'POST /admin/staff',
      body: { email: 'rui@exemplo.com.br', ...member },
    },
    { title: words.resend, endpoint: 'POST /admin/staff/{id}/invitation', params: { id } },
    { title: words.change, endpoint: 'PUT /admin/staff/{id}', params: { id }, body: member },
    { title: words.remove, endpoint: 'DELETE /admin/staff/{id}', params: { id } },
  ]
}
