import { type CompanyPage, companyInPage, isUnavailable } from '#portal/company/company.ts'
import { sessionKey, storedToken } from '#portal/storage/session.ts'

import { settledAddress } from './guard.ts'
import { queriesOf, type Route, routeOf } from './routes.tsx'
import { GuestShell, screens, Shell, StateScreen } from './screens.ts'

/**
 * Loads the chunks of the screen that the guard leads to, and sends the screen's queries at the same time. Does
 * nothing where the page does not contain the company.
 */
export async function preloadFirstScreen(): Promise<void> {
  const company = companyInPage()
  if (company === 'unknown') return
  if (company === 'none' || isUnavailable(company)) return StateScreen.preload()
  const address = firstAddress()
  const route = routeOf(address.path)
  if (!route) return StateScreen.preload()
  const session = sessionKey()
  if (!route.noNavbar && session === undefined) return GuestShell.preload()
  if (!route.noNavbar && session !== undefined) {
    void prefetchQueries(session, route, { ...address, company })
  }
  const needed = [...(route.noNavbar ? [] : [Shell]), screens.get(route.path)!]
  await Promise.all(needed.map((chunk) => chunk.preload()))
}

type Place = { path: string; search: string; company: CompanyPage }

/** Sends the screen's queries while its chunk loads. The cache is in the shell's chunk, which the login does not load. */
async function prefetchQueries(session: string, route: Route, place: Place): Promise<void> {
  // If this import fails, the shell's import fails too, and its error screen offers a retry.
  const cache = await import('#portal/offline/session-cache.ts').catch(() => undefined)
  cache?.prefetch(cache.cacheOf(session), queriesOf(route, place))
}

function firstAddress(): { path: string; search: string } {
  const { pathname, search } = location
  return settledAddress({ path: pathname, search, signed_in: storedToken() !== undefined })
}
