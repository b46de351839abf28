/** The filters of a list, in the address: it can be shared, reloaded and gone back to. */

import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

import { filtersIn, type FilterSchema } from './url-filters.ts'

export function useUrlFilters<Filters extends Record<string, unknown>>(
  schema: FilterSchema<Filters>,
) {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => filtersIn(schema, params), [params, schema])
  // Each change begins with the address of the last render: two changes in one event would lose the first.
  const change = useCallback(
    (edit: (params: URLSearchParams) => void) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          edit(after)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
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
