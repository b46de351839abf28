/** From what is known (company, session, path) to a screen: the company's states first, then the guard, then the route. */

import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'

import { type CompanyPage, CompanyProvider, isUnavailable } from '#portal/company/company.ts'
import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { useCompanyState } from '#portal/company/use-company-state.ts'
import { NoticesProvider } from '#portal/notices.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { ErrorBoundary } from '#portal/ui/ErrorBoundary.tsx'

import { guard } from './guard.ts'
import { type Route, routeOf, routes } from './routes.tsx'

const screens = new Map(routes.map((route) => [route, lazy(route.screen)]))
// What a guest who signs in does not see comes in chunks of its own.
const Shell = lazy(() => import('./Shell.tsx'))
const StateScreen = lazy(() => import('./StateScreen.tsx'))

export function App() {
  const { company, failed, retry } = useCompanyState()
  return (
    <NoticesProvider>
      <Suspense fallback={<LoadingScreen />}>
        {failed ? (
          <StateScreen state="load_failed" onRetry={retry} />
        ) : company === 'none' ? (
          <StateScreen state="company_not_found" />
        ) : company !== 'unknown' && isUnavailable(company) ? (
          <StateScreen state="unavailable" />
        ) : (
          <Guarded company={company === 'unknown' ? null : company} />
        )}
      </Suspense>
    </NoticesProvider>
  )
}

function Guarded({ company }: { company: CompanyPage | null }) {
  const [path] = useLocation()
  const query = useSearch()
  const session = useSession()
  const search = query && `?${query}`
  const target = guard({ path, search, company_loaded: company !== null, ...session })
  if (target !== null) return <Redirect to={target} replace />
  if (!company) return <LoadingScreen />
  return (
    <CompanyProvider value={company}>
      <Screen route={routeOf(path)} company={company} />
    </CompanyProvider>
  )
}

function Screen({ route, company }: { route: Route | undefined; company: CompanyPage }) {
  const title = route?.title
  // The document's title is the browser's, not React's: the server wrote the first one (R1.11).
  useEffect(() => {
    const { program_name } = company.company
    document.title = title ? `${title} · ${program_name}` : program_name
  }, [title, company])
  if (!route) return <StateScreen state="page_not_found" />
  // Every route of the table has its screen: the map was made from it.
  const Content = screens.get(route)!
  const content = (
    <Recovering key={route.path}>
      <Content />
    </Recovering>
  )
  return route.no_navbar ? (
    <>
      {content}
      <CompanyFooter />
    </>
  ) : (
    <Shell>{content}</Shell>
  )
}

/** A screen that fails leaves the rest standing, and can be tried again. */
function Recovering({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={(_, retry) => <StateScreen state="screen_failed" onRetry={retry} />}>
      <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
