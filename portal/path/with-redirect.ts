/** Adds the current query's `redirect` to `path`, and no other parameter, so that a mailed token is not passed on. */
export function withRedirect(path: string, query: string): string {
  const redirect = new URLSearchParams(query).get('redirect')
  return redirect === null ? path : `${path}?${new URLSearchParams({ redirect })}`
}
