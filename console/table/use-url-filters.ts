/** The filters of a list, in the address: it can be shared, reloaded and gone back to. */

import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import { filtersIn, type FilterSchema } from './url-filters.ts'

type Values<Filters> = { [name in keyof Filters & string]?: string }

export function useUrlFilters<Filters extends Record<string, unknown>>(
  schema: FilterSchema<Filters>,
) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const filters = useMemo(() => filtersIn(schema, params), [params, schema])
  /** Sets filters in one change of the address. An empty value takes a filter away. */
  function setFilters(values: Values<Filters>): void {
    const { location } = window
    // The address may be another screen's: React has not drawn that screen yet, or an upload ends after its screen was left.
    if (location.pathname !== pathname) return
    // A change begins with the browser's address. The router writes it before React draws a change, which may take long, so the
    // params of the last render may lack a filter. Two changes in one event would still lose the first.
    const after = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries<string | undefined>(values)) {
      if (value) after.set(name, value)
      else after.delete(name)
    }
    setParams(after, { replace: true, preventScrollReset: true })
  }
  return {
    filters,
    setFilters,
    setFilter: (name: keyof Filters & string, value: string) =>
      setFilters({ [name]: value } as Values<Filters>),
    clearFilters: () =>
      setFilters(
        Object.fromEntries(Object.keys(schema.shape).map((name) => [name, ''])) as Values<Filters>,
      ),
  }
}
