/** The address of a call: an endpoint's path with its parts filled in. */

/** '/admin/key/{id}' with its params and its query. */
export function filledPath(
  path: string,
  {
    params = {},
    query,
  }: { params?: Record<string, string | number>; query?: Record<string, unknown> },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  return filled + queryString(query)
}

function queryString(query: Record<string, unknown> = {}): string {
  const parameters = Object.entries(withoutUndefined(query)).map(([name, value]) => [
    name,
    String(value),
  ])
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`
}

/** Leaves out undefined values. */
export function withoutUndefined(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}
