/** Adds the current query's `redirect` to `path`, and no other parameter: a mailed token must not travel. */
export function withRedirect(path: string, query: string): string {
  const redirect = new URLSearchParams(query).get('redirect')
  return redirect === null ? path : `${path}?${new URLSearchParams({ redirect })}`
}
