import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { closeMonth } from './close-month.ts'
import { reportFile } from './file.ts'
import { liability } from './liability.ts'
import { itemReport, report, shopReport } from './report.ts'

export function reportRoutes(route: Route, { database }: Context): void {
  route('GET /admin/report', ({ company_id, query }) => report(database, company_id, query))
  route('GET /admin/report/shop', ({ company_id, query }) =>
    shopReport(database, company_id, query),
  )
  route('GET /admin/report/item', ({ company_id, query }) =>
    itemReport(database, company_id, query),
  )
  route('GET /admin/report/file', ({ company_id, query, header }) => {
    header('content-type', 'text/csv; charset=utf-8')
    header('content-disposition', 'attachment; filename="relatorio.csv"')
    return reportFile(database, company_id, query)
  })
  route('GET /admin/report/liability', ({ company_id, now }) =>
    liability(database, company_id, now),
  )
  route('POST /admin/report/closing', ({ body, ...call }) => closeMonth(database, call, body.month))
}
