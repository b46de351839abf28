/** The movements of a company in the console (D15). */

import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { movementFile } from './file.ts'
import { movementChoices, movementPage } from './movements.ts'

export function movementRoutes(route: Route, { database }: Context): void {
  route('GET /admin/movement', ({ company_id, query }) => movementPage(database, company_id, query))
  route('GET /admin/movement/choice', ({ company_id }) => movementChoices(database, company_id))
  route('GET /admin/movement/file', ({ company_id, query, header }) => {
    header('content-type', 'text/csv; charset=utf-8')
    header('content-disposition', 'attachment; filename="movimentos.csv"')
    return movementFile(database, company_id, query)
  })
}
