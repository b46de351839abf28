/** The access rules (R2.10) as one pure function of the situation. */

import { canonicalPath, PortalPath } from '#contract/path.ts'
import { paths, redirects, withQuery } from '#portal/path/paths.ts'
import type { SessionEnd } from '#portal/storage/session.ts'

import { type Route, routeOf } from './routes.tsx'

export type Situation = {
  path: string
  /** Includes the question mark; empty without a query. */
  search: string
  companyLoaded: boolean
  signed_in: boolean
  /** Set when a session has just ended, so that the login can say why. */
  sessionEnd: SessionEnd | null
  /**
   * The signed-in customer's profile. Unknown: the customer is not read yet; the shell reads it and calls the guard again.
   * Complete: the profile has the base information. Whole: also the address (R4.1).
   */
  profile: 'unknown' | 'incomplete' | 'complete' | 'whole'
}

/** The path to redirect to, or null to stay. */
export function guard({
  path,
  search,
  companyLoaded,
  signed_in,
  sessionEnd,
  profile,
}: Situation): string | null {
  // R2.6: each screen has exactly one address.
  if (canonicalPath(path) !== path) return canonicalPath(path) + search
  const here = path + search
  if (!companyLoaded) {
    return path === paths.loading ? null : withQuery(paths.loading, { redirect: here })
  }
  if (path === paths.loading) return portalPath(search) ?? paths.login
  if (redirects[path]) return redirects[path] + search
  const route = routeOf(path)
  const access = route?.access
  if (access === 'guest' && signed_in) {
    return isMailedLink(path, search) ? paths.home : afterLogin(route, search)
  }
  if (access === 'authenticated' && !signed_in) {
    if (sessionEnd === 'logout') return withQuery(paths.login, { logout: 'true' })
    const why = sessionEnd === null ? 'authNeeded' : reasons[sessionEnd]
    return withQuery(paths.login, { redirect: here, [why]: 'true' })
  }
  if (route?.needsCompleteProfile && profile === 'incomplete') {
    return withQuery(paths['complete-profile'], { redirect: here })
  }
  if (path === paths['complete-profile'] && hasGiven(profile, search)) {
    return knownPath(search) ?? paths.home
  }
  return null
}

type Opened = Pick<Situation, 'path' | 'search' | 'signed_in'>

/** The address that the guard leads to when a page opens at `opened`. */
export function settledAddress(opened: Opened): { path: string; search: string } {
  const at: Situation = { ...opened, companyLoaded: true, sessionEnd: null, profile: 'unknown' }
  // The loop ends, because the guard never redirects in a circle (guard.test.ts).
  for (let target = guard(at); target !== null; target = guard(at)) {
    const [path = '', query] = target.split(/\?(.*)/s)
    at.path = path
    at.search = query === undefined ? '' : `?${query}`
  }
  return { path: at.path, search: at.search }
}

/** Whether the profile has all that /completar-cadastro asks for: the base information, or everything with `all` (R4.2). */
function hasGiven(profile: Situation['profile'], search: string): boolean {
  const asksForAll = new URLSearchParams(search).get('all') === 'true'
  return profile === 'whole' || (profile === 'complete' && !asksForAll)
}

/** Whether the address is an unused login or reset link. The screens remove the token from the address when they use it (D13). */
export function isMailedLink(path: string, search: string): boolean {
  const name = routeOf(path)?.name
  return (
    (name === 'auth.link_login' || name === 'reset-password') &&
    new URLSearchParams(search).has('token')
  )
}

/** R3.8, R3.15, D15: the query parameter that tells the login why it is shown. */
const reasons = {
  expired: 'tokenExpired',
  reauthentication: 'reauthenticationFailed',
  blocked: 'blocked',
}

/** R3.9, R3.4: a person who came by a mailed link may lack base information, so the profile comes first. */
function afterLogin(route: Route | undefined, search: string): string {
  const target = knownPath(search)
  if (route?.name !== 'auth.link_login') return target ?? paths.home
  return target
    ? withQuery(paths['complete-profile'], { redirect: target })
    : paths['complete-profile']
}

/** The query's `redirect` if it leads to a screen of this portal other than the logout, else null. */
export function knownPath(search: string): string | null {
  const redirect = portalPath(search)
  const path = redirect?.split('?')[0] ?? ''
  const name = routeOf(redirects[path] ?? path)?.name
  return name !== undefined && name !== 'logout' ? redirect : null
}

/**
 * The query's `redirect` if it is a path of this portal (T15), without a trailing slash (R2.6). Null for /loading, which
 * would redirect in a circle.
 */
function portalPath(search: string): string | null {
  const redirect = PortalPath.safeParse(new URLSearchParams(search).get('redirect')).data
  if (redirect === undefined) return null
  const [written = ''] = redirect.split('?')
  const path = canonicalPath(written)
  return path === paths.loading ? null : path + redirect.slice(written.length)
}
