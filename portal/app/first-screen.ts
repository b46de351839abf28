import { companyInPage, isUnavailable } from '#portal/company/company.ts'
import { storedToken } from '#portal/storage/session.ts'

import { guard, type Situation } from './guard.ts'
import { paramsOf, routeOf } from './routes.tsx'
import { GuestShell, screens, Shell, StateScreen } from './screens.ts'

/**
 * Loads the chunks of the screen that the guards will lead to, and asks for what it will show. Nothing where the company is
 * yet to be fetched.
 */
export async function preloadFirstScreen(): Promise<void> {
  const company = companyInPage()
  if (company === 'unknown') return
  if (company === 'none' || isUnavailable(company)) return StateScreen.preload()
  const { path, search } = addressOfFirst()
  const route = routeOf(path)
  if (!route) return StateScreen.preload()
  if (!route.no_navbar && storedToken() === undefined) return GuestShell.preload()
  const address = { params: paramsOf(route.path, path)!, search }
  const needed = [...(route.no_navbar ? [] : [Shell]), screens.get(route.path)!]
  await Promise.all(needed.map((chunk) => chunk.preload(address)))
}

function addressOfFirst(): { path: string; search: string } {
  const at: Situation = {
    path: location.pathname,
    search: location.search,
    company_loaded: true,
    signed_in: storedToken() !== undefined,
    session_end: null,
    profile: 'unknown',
  }
  // It ends: guard.test.ts, "leads nobody in a circle".
  for (let target = guard(at); target !== null; target = guard(at)) {
    const [path = '', query] = target.split(/\?(.*)/s)
    at.path = path
    at.search = query === undefined ? '' : `?${query}`
  }
  return at
}
