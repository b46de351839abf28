/**
 * Chooses what to show from the company, the session and the path: first the company's states, then the guard, then the
 * route.
 */

import { createElement, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'

import { AgeGate } from '#portal/age/AgeGate.tsx'
import { useMeasuring } from '#portal/analytics/measure.ts'
import {
  type CompanyPage,
  CompanyProvider,
  isUnavailable,
  useCompany,
  usePrizeWord,
} from '#portal/company/company.ts'
import { CompanyBackground } from '#portal/company/CompanyBackground.tsx'
import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { Loading, LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { useCompanyState } from '#portal/company/use-company-state.ts'
import { CookieFooter } from '#portal/consent/CookieFooter.tsx'
import { NoticesProvider } from '#portal/feedback/notices.tsx'
import { paramsOf } from '#portal/path/paths.ts'
import { type Session, useSession } from '#portal/session/use-session.ts'
import { keepPendingLink } from '#portal/storage/pending-link.ts'
import { dropSessionEnd } from '#portal/storage/session.ts'
import { text } from '#portal/text/pt-BR.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'

import { BrokenScreen } from './BrokenScreen.tsx'
import { guard, isMailedLink } from './guard.ts'
import { readCustomer } from './read-customer.ts'
import { type Route, routeOf, titleOf } from './routes.tsx'
import { GuestShell, screens, Shell, StateScreen } from './screens.ts'

export function App() {
  // Read at the top: if a tree suspends before its first render, React discards the tree's state.
  const session = useSession()
  const loading = useCompanyState()
  return (
    <NoticesProvider session={session.key}>
      <ErrorBoundary fallback={brokenPage}>
        <Suspense fallback={<LoadingScreen />}>{stateOf(loading, session)}</Suspense>
      </ErrorBoundary>
    </NoticesProvider>
  )
}

function stateOf(
  { company, failed, retry }: ReturnType<typeof useCompanyState>,
  session: Session,
): ReactNode {
  if (failed) return <StateScreen state="load_failed" onRetry={retry} />
  if (company === 'none') return <StateScreen state="company_not_found" />
  if (company === 'unknown') return <Guarded company={null} session={session} />
  if (isUnavailable(company)) {
    return (
      <CompanyProvider value={company}>
        <StateScreen state="unavailable" />
      </CompanyProvider>
    )
  }
  return <Guarded company={company} session={session} />
}

type GuardedProps = { company: CompanyPage | null; session: Session }

function Guarded({ company, session: { key, sessionEnd } }: GuardedProps) {
  const [path] = useLocation()
  const query = useSearch()
  const target = guard({
    path,
    search: query && `?${query}`,
    companyLoaded: company !== null,
    signed_in: key !== undefined,
    sessionEnd,
    profile: 'unknown',
  })
  // The guard has used the reason once the login is open, whose address tells it.
  const isTold =
    sessionEnd !== null && company !== null && target === null && routeOf(path)?.access === 'guest'
  useEffect(() => {
    if (isTold) dropSessionEnd()
  }, [isTold])
  // `key`: a Redirect acts only when it mounts. So another target needs a new Redirect.
  if (target !== null) {
    const leavesLink = company !== null && key !== undefined && isMailedLink(path, query)
    return leavesLink ? <LeaveLink to={target} /> : <Redirect key={target} to={target} replace />
  }
  if (!company) return <LoadingScreen />
  return (
    <CompanyProvider value={company}>
      <CompanyBackground />
      {/* For a signed-in customer the shell renders the age gate, because it knows the birthdate. */}
      <AgeGate birthdate={key === undefined ? null : undefined}>
        <Screen path={path} program_name={company.company.program_name} session={key} />
      </AgeGate>
      <CookieFooter readCustomer={readCustomer} />
    </CompanyProvider>
  )
}

/**
 * D13: keeps a mailed link that was opened during a session, until the person says which account to use. Removes the token
 * from the address.
 */
function LeaveLink({ to }: { to: string }) {
  const [, navigate] = useLocation()
  // A layout effect runs before the first paint, like a redirect.
  useLayoutEffect(() => {
    keepPendingLink(location.pathname + location.search + location.hash)
    navigate(to, { replace: true })
  }, [navigate, to])
  return null
}

type ScreenProps = { path: string; program_name: string; session: string | undefined }

function Screen({ path, program_name, session }: ScreenProps) {
  const route = routeOf(path)
  const word = usePrizeWord()
  const title = route ? titleOf(route, word) : text.title.not_found
  const isLeaving = useMeasuring(useCompany(), path)
  // An effect, because React does not own the document's title. The server wrote the first one (R1.11).
  useEffect(() => {
    document.title = `${title} · ${program_name}`
  }, [title, program_name])
  if (isLeaving) return <LoadingScreen />
  if (!route) {
    return (
      <>
        <StateScreen state="page_not_found" />
        <CompanyFooter />
      </>
    )
  }
  const content = <Content route={route} path={path} />
  // A route with a navbar needs a signed-in customer. `key`: each session gets its own shell and cache.
  if (!route.noNavbar) {
    if (session === undefined) return <GuestShell />
    return (
      <Shell key={session} session={session} route={route}>
        {content}
      </Shell>
    )
  }
  return (
    <>
      {content}
      <CompanyFooter />
    </>
  )
}

/** The content of a screen. Navbar and navigation stay while the content loads, and after its load fails. */
function Content({ route, path }: { route: Route; path: string }) {
  const { noNavbar } = route
  // `routeOf` matched this path, so it has params. Only the route table knows their type.
  const params = paramsOf(route.path, path) as never
  return (
    <ErrorBoundary key={path} fallback={noNavbar ? brokenPage : broken}>
      <Suspense fallback={noNavbar ? <LoadingScreen /> : <Loading />}>
        {/* `screens` has an entry for every route, because it is built from the table. */}
        {createElement(screens.get(route.path)!, { params })}
      </Suspense>
    </ErrorBoundary>
  )
}

function broken(): ReactNode {
  return <BrokenScreen />
}

function brokenPage(): ReactNode {
  return <main>{broken()}</main>
}
