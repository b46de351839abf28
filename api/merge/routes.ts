/** Merging two accounts of one person, in the console (D15). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { mergeAccounts } from './merge.ts'
import { customerMerges } from './merges.ts'
import { mergePreview } from './preview.ts'
import { undoMerge } from './undo.ts'

export function mergeRoutes(route: Route, context: Context): void {
  const { database } = context
  route('GET /admin/customer/{id}/merges', ({ company_id, params: { id: customer_id }, now }) =>
    customerMerges(database, { company_id, customer_id, now }),
  )
  route('GET /admin/customer/{id}/merge', ({ company_id, params, query: { absorbed_id }, now }) =>
    mergePreview(database, { company_id, staying_id: params.id, absorbed_id, now }),
  )
  route('POST /admin/customer/{id}/merge', ({ params, body, ...call }) =>
    mergeAccounts(context, call, { staying_id: params.id, ...body }),
  )
  route('POST /admin/merge/{id}/undo', ({ params, ...call }) =>
    undoMerge(database, call, params.id),
  )
}
