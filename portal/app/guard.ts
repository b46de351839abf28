/** Who may go where (R2.10), as one function of what is known. */

import { home_path, loading_path, login_path, redirects, routeOf } from './routes.tsx'

export type Situation = {
  path: string
  /** With its question mark, or empty. */
  search: string
  company_loaded: boolean
  signed_in: boolean
  /** Set when a session has just ended, so that the login can say why. */
  session_end: 'logout' | 'expired' | null
}

/** Where the person is sent instead, or null to stay. */
export function guard({
  path,
  search,
  company_loaded,
  signed_in,
  session_end,
}: Situation): string | null {
  const here = path + search
  if (!company_loaded) {
    return path === loading_path
      ? null
      : `${loading_path}?${new URLSearchParams({ redirect: here })}`
  }
  if (path === loading_path) return knownPath(search, login_path)
  if (redirects[path]) return redirects[path] + search
  const access = routeOf(path)?.access
  if (access === 'guest' && signed_in) return knownPath(search, home_path)
  if (access === 'authenticated' && !signed_in) {
    if (session_end === 'logout') return `${login_path}?logout=true`
    const why = session_end === 'expired' ? 'tokenExpired' : 'authNeeded'
    return `${login_path}?${new URLSearchParams({ redirect: here, [why]: 'true' })}`
  }
  return null
}

/** The `redirect` of a query if it leads to a path of this portal, else `otherwise`. */
export function knownPath(search: string, otherwise: string): string {
  const redirect = new URLSearchParams(search).get('redirect')
  return redirect !== null && isKnown(redirect) ? redirect : otherwise
}

/** A path of the table, as it stands: no other origin in whatever spelling, and nothing to decode (T15). */
function isKnown(redirect: string): boolean {
  if (!/^\/[\w/-]*(\?[\w=&.%~+-]*)?$/.test(redirect) || redirect.startsWith('//')) return false
  const path = redirect.split('?')[0]!
  const route = routeOf(path)
  return (
    path in redirects ||
    (route !== undefined && route.name !== 'loading' && route.name !== 'logout')
  )
}
