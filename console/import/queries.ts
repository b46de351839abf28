import * as z from 'zod/mini'

import { type Query, query } from '#console/client/query.ts'
import { filtersIn } from '#console/table/url-filters.ts'

export const imports = query('GET /admin/import')

export const importOf = (id: string) => query('GET /admin/import/{id}', { params: { id } })

/** The state of the screen that its address holds. */
export const ImportFilters = z.strictObject({ id: z.optional(z.uuid()) })

/** What the screen reads first. */
export function importQueries(search: string): Query[] {
  const { id } = filtersIn(ImportFilters, new URLSearchParams(search))
  return [imports, ...(id === undefined ? [] : [importOf(id)])]
}
