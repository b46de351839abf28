import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'
import { refusedFileWords } from '#contract/console/import.ts'

import { begin, discard, goOn, receive, start } from './console.ts'
import { refusedFileOf } from './refused-file.ts'
import { importDetail, imports } from './stored-import.ts'

export function importRoutes(route: Route, { database }: Context): void {
  route('GET /admin/import', ({ company_id }) => imports(database, company_id))
  route('GET /admin/import/{id}', ({ company_id, params: { id } }) =>
    importDetail(database, company_id, id),
  )
  route('GET /admin/import/{id}/refused', ({ company_id, params: { id }, header }) => {
    header('content-type', 'text/csv; charset=utf-8')
    header('content-disposition', `attachment; filename="${refusedFileWords.name}"`)
    return refusedFileOf(database, company_id, id)
  })
  route('POST /admin/import', ({ body, ...call }) => begin(database, call, body))
  route('POST /admin/import/{id}/part', ({ params, body, ...call }) =>
    receive(database, call, params.id, body),
  )
  route('POST /admin/import/{id}/apply', ({ params, ...call }) => start(database, call, params.id))
  route('POST /admin/import/{id}/continue', ({ params, ...call }) =>
    goOn(database, call, params.id),
  )
  route('DELETE /admin/import/{id}', ({ params, ...call }) => discard(database, call, params.id))
}
