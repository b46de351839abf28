/** The filters of a list, in the address: it can be shared, reloaded and gone back to. */

import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

import { filtersIn, type FilterSchema } from './url-filters.ts'

export function useUrlFilters<Filters extends Record<string, unknown>>(
  schema: FilterSchema<Filters>,
) {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => filtersIn(schema, params), [params, schema])
  return {
    filters,
    /** An empty value takes the filter away. */
    setFilter: useCallback(
      (name: keyof Filters & string, value: string) =>
        setParams(
          (before) => {
            const after = new URLSearchParams(before)
            if (value === '') after.delete(name)
            else after.set(name, value)
            return after
          },
          { replace: true, preventScrollReset: true },
        ),
      [setParams],
    ),
  }
}
