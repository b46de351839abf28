/** The keys of a company's tills in the console (T18). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { addKey, changeKey, revokeKey } from './manage-key.ts'
import { partnerKeys } from './partner-key.ts'

export function partnerKeyRoutes(route: Route, { database }: Context): void {
  route('GET /admin/key', ({ company_id }) => partnerKeys(database, company_id))
  route('POST /admin/key', ({ body, ...call }) => addKey(database, call, body))
  route('PUT /admin/key/{id}', ({ params, body, ...call }) =>
    changeKey(database, call, params.id, body),
  )
  route('DELETE /admin/key/{id}', ({ params, ...call }) => revokeKey(database, call, params.id))
}
