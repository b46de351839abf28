/** The filters of a list, in the address: it can be shared, reloaded and gone back to. */

import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'

/** The filters that the address holds and the schema accepts. A wrong filter counts as not set. */
export function useUrlFilters<Filters extends Record<string, unknown>>(
  schema: z.ZodMiniObject & z.ZodMiniType<Filters>,
) {
  const [params, setParams] = useSearchParams()
  const filters: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = params.get(name)
    if (!value) continue
    const checked = schema.safeParse({ [name]: value })
    if (checked.success) filters[name] = checked.data[name]
  }
  return {
    filters: filters as Partial<Filters>,
    /** An empty value takes the filter away. */
    setFilter: (name: keyof Filters & string, value: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (value === '') after.delete(name)
          else after.set(name, value)
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
