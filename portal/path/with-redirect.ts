/** `path` with the `redirect` of the present query, and nothing else of it: a mailed token is not passed around. */
export function withRedirect(path: string, query: string): string {
  const redirect = new URLSearchParams(query).get('redirect')
  return redirect === null ? path : `${path}?${new URLSearchParams({ redirect })}`
}
