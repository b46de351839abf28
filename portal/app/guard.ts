/** Who may go where (R2.10), as one function of what is known. */

import type { SessionEnd } from '#portal/session/session.ts'

import { home_path, loading_path, login_path, redirects, routeOf } from './routes.tsx'

export type Situation = {
  path: string
  /** With its question mark, or empty. */
  search: string
  company_loaded: boolean
  signed_in: boolean
  /** Set when a session has just ended, so that the login can say why. */
  session_end: SessionEnd | null
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
  if (path === loading_path) return portalPath(search) ?? login_path
  if (redirects[path]) return redirects[path] + search
  const access = routeOf(path)?.access
  if (access === 'guest' && signed_in) return knownPath(search) ?? home_path
  if (access === 'authenticated' && !signed_in) {
    if (session_end === 'logout') return `${login_path}?logout=true`
    const why = session_end === 'expired' ? 'tokenExpired' : 'authNeeded'
    return `${login_path}?${new URLSearchParams({ redirect: here, [why]: 'true' })}`
  }
  return null
}

/** The `redirect` of a query if it leads to a screen of this portal that one may be sent to, else null. */
export function knownPath(search: string): string | null {
  const redirect = portalPath(search)
  const path = redirect?.split('?')[0] ?? ''
  const name = routeOf(redirects[path] ?? path)?.name
  return name !== undefined && name !== 'logout' ? redirect : null
}

/**
 * The `redirect` of a query if it is a path of this origin, as it stands: one slash and no second, no backslash, nothing
 * to decode before the question mark (T15). /loading itself would lead in a circle.
 */
function portalPath(search: string): string | null {
  const redirect = new URLSearchParams(search).get('redirect') ?? ''
  if (!/^\/(?!\/)[\w/-]*(\?[^\\#\p{Cc}]*)?$/u.test(redirect)) return null
  return redirect.split('?')[0] === loading_path ? null : redirect
}
