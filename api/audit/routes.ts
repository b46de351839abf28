import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { auditEntries } from './entries.ts'
import { auditFile } from './file.ts'

export function auditRoutes(route: Route, { database }: Context): void {
  route('GET /admin/audit', ({ company_id, query }) => auditEntries(database, company_id, query))
  route('GET /admin/audit/file', ({ company_id, query, header }) => {
    header('content-type', 'text/csv; charset=utf-8')
    header('content-disposition', 'attachment; filename="auditoria.csv"')
    return auditFile(database, company_id, query)
  })
}
