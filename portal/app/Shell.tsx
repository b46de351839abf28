import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Activity, type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'

import { type Customer, hasAddress, hasBaseInformation } from '#contract/customer.ts'
import { AgeGate } from '#portal/age/AgeGate.tsx'
import { useCompany } from '#portal/company/company.ts'
import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { Loading } from '#portal/company/LoadingScreen.tsx'
import { AddressAlert } from '#portal/customer/AddressAlert.tsx'
import { LinkQuestion } from '#portal/customer/LinkQuestion.tsx'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { IntentionBanner } from '#portal/intention/IntentionBanner.tsx'
import { IntentionFollower } from '#portal/intention/IntentionFollower.tsx'
import { useOnline } from '#portal/offline/online.ts'
import { cacheOf, prefetch } from '#portal/offline/session-cache.ts'
import { pathTo } from '#portal/path/paths.ts'
import { balance } from '#portal/points/queries.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'

import { guard, type Situation } from './guard.ts'
import { Navbar, Navigation } from './Navbar.tsx'
import { queriesOf, type Route } from './routes.tsx'
import { TabBar } from './TabBar.tsx'

import styles from './Shell.module.css'

type ShellProps = { session: string; route: Route; children: ReactNode }

/** The frame of every screen of a signed-in customer: navbar, navigation and footer (R2.8, R2.9). */
export default function Shell({ session, route, children }: ShellProps) {
  const client = cacheOf(session)
  // Clear the cache when the session ends: no personal data may outlive it.
  useEffect(() => () => client.clear(), [client])
  const [path] = useLocation()
  const query = useSearch()
  const company = useCompany()
  // During render and before the children load the screen's chunk: requests must not wait for code. Each is sent once.
  prefetch(client, queriesOf(route, { path, search: query && `?${query}`, company }))
  return (
    <QueryClientProvider client={client}>
      <BalanceOfRoute key={path} />
      <IntentionFollower />
      <LinkQuestion />
      <a className={styles.skip} href="#content">
        {text.shell.skip}
      </a>
      <Navbar route={route} />
      <div className={styles.middle} data-drawer={!route.noDrawer}>
        {!route.noDrawer && (
          <div className={styles.side}>
            <Navigation />
          </div>
        )}
        <main id="content" className={styles.content}>
          <Offline />
          {!route.noNotifications && <IntentionBanner />}
          {route.needsCompleteProfile && !route.noNotifications && path !== pathTo('settings') && (
            <AddressAlert />
          )}
          <QueryBoundary skeleton={<Loading />} failedTitle={text.state.screenFailed}>
            <Protected>{children}</Protected>
          </QueryBoundary>
        </main>
      </div>
      <CompanyFooter />
      {!route.noDrawer && <TabBar route={route} />}
    </QueryClientProvider>
  )
}

/**
 * Shows a screen only after the guard knows the customer (R2.10). Until then the screen renders hidden, so that its queries
 * run at the same time as the customer's.
 */
function Protected({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const query = useSearch()
  const { data } = useQuery({ ...customer, throwOnError: (_, { state }) => !state.data })
  const target = guard({
    path,
    search: query && `?${query}`,
    companyLoaded: true,
    signed_in: true,
    sessionEnd: null,
    profile: profileOf(data),
  })
  if (target !== null) return <Redirect key={target} to={target} replace />
  return (
    <>
      {!data && <Loading />}
      <AgeGate birthdate={data?.birthdate}>
        <Activity mode={data ? 'visible' : 'hidden'}>{children}</Activity>
      </AgeGate>
    </>
  )
}

function profileOf(owner: Customer | undefined): Situation['profile'] {
  if (!owner) return 'unknown'
  if (!hasBaseInformation(owner)) return 'incomplete'
  return hasAddress(owner) ? 'whole' : 'complete'
}

/** A balance younger than this was read for the current route. */
const justRead_ms = 1_000

/** R7.1: the balance is read again on every change of route. `key` mounts one of these for each route. */
function BalanceOfRoute() {
  useQuery({ ...balance, staleTime: justRead_ms })
  return null
}

function Offline() {
  return useOnline() ? null : <Banner tone="warning">{text.offline}</Banner>
}
