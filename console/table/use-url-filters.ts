/** The filters of a list, in the address: it can be shared, reloaded and gone back to. */

import { useCallback, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'

import { filtersIn, type FilterSchema } from './url-filters.ts'

export function useUrlFilters<Filters extends Record<string, unknown>>(
  schema: FilterSchema<Filters>,
) {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const filters = useMemo(() => filtersIn(schema, params), [params, schema])
  // Each change begins with the browser's address. The router writes it before React draws a change, which may take long, so the
  // params of the last render may lack a filter. Two changes in one event would still lose the first: use `setFilters`.
  const change = useCallback(
    (edit: (params: URLSearchParams) => void) => {
      const { location } = window
      // The address is that of the next screen already, which React has not drawn yet.
      if (location.pathname !== pathname) return
      const after = new URLSearchParams(location.search)
      edit(after)
      setParams(after, { replace: true, preventScrollReset: true })
    },
    [pathname, setParams],
  )
  return {
    filters,
    /** Sets filters in one change of the address. An empty value takes a filter away. */
    setFilters: useCallback(
      (values: { [name in keyof Filters & string]?: string }) =>
        change((params) => {
          for (const [name, value] of Object.entries<string | undefined>(values)) {
            if (value) params.set(name, value)
            else params.delete(name)
          }
        }),
      [change],
    ),
    /** An empty value takes the filter away. */
    setFilter: useCallback(
      (name: keyof Filters & string, value: string) =>
        change((params) => (value === '' ? params.delete(name) : params.set(name, value))),
      [change],
    ),
    clearFilters: useCallback(
      () =>
        change((params) => {
          for (const name of Object.keys(schema.shape)) params.delete(name)
        }),
      [change, schema],
    ),
  }
}
