import { companyInPage, isUnavailable } from '#portal/company/company.ts'
import { storedToken } from '#portal/session/session.ts'

import { guard, type Situation } from './guard.ts'
import { routeOf } from './routes.tsx'
import { GuestShell, screens, Shell, StateScreen } from './screens.ts'

/** Loads the chunks of the screen that the guards will lead to. Nothing where the company is yet to be fetched. */
export async function preloadFirstScreen(): Promise<void> {
  const company = companyInPage()
  if (company === 'unknown') return
  if (company === 'none' || isUnavailable(company)) return StateScreen.preload()
  const route = routeOf(pathOfFirst())
  if (!route) return StateScreen.preload()
  if (!route.no_navbar && storedToken() === undefined) return GuestShell.preload()
  const needed = [screens.get(route.path)!, ...(route.no_navbar ? [] : [Shell])]
  await Promise.all(needed.map((chunk) => chunk.preload()))
}

function pathOfFirst(): string {
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
  return at.path
}
