import type * as z from 'zod/mini'

export type FilterSchema<Filters> = z.ZodMiniObject & z.ZodMiniType<Filters>

/** What an address says and the schema allows: a wrong filter in an address counts as none. */
export function filtersIn<Filters extends Record<string, unknown>>(
  schema: FilterSchema<Filters>,
  params: URLSearchParams,
): Partial<Filters> {
  const filters: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = params.get(name)
    if (!value) continue
    const checked = schema.safeParse({ [name]: value })
    if (checked.success) filters[name] = checked.data[name]
  }
  return filters as Partial<Filters>
}
