import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Activity, type ReactNode, useEffect } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'

import { type Customer, hasAddress, hasBaseInformation } from '#contract/customer.ts'
import { AgeGate } from '#portal/age/AgeGate.tsx'
import { useCompany } from '#portal/company/company.ts'
import { Loading } from '#portal/company/LoadingScreen.tsx'
import { LinkQuestion } from '#portal/customer/LinkQuestion.tsx'
import { customer } from '#portal/customer/queries.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { IntentionFollower } from '#portal/intention/IntentionFollower.tsx'
import { cacheOf, prefetch } from '#portal/offline/session-cache.ts'
import { balance } from '#portal/points/queries.ts'
import { text } from '#portal/text/pt-BR.ts'

import { Frame } from './Frame.tsx'
import { guard, type Situation } from './guard.ts'
import { preloadPressed } from './preload-pressed.ts'
import { queriesOf, type Route } from './routes.tsx'

type ShellProps = { session: string; route: Route; children: ReactNode }

/** The session of a signed-in customer around every screen: its cache, its polls and its guard. */
export default function Shell({ session, route, children }: ShellProps) {
  const client = cacheOf(session)
  // Clear the cache when the session ends, because no personal data may stay in memory.
  useEffect(() => () => client.clear(), [client])
  const company = useCompany()
  // An effect, because it adds listeners to the document, which React does not own.
  useEffect(() => preloadPressed(client, company), [client, company])
  const [path] = useLocation()
  const query = useSearch()
  // Send the queries during render, before the children load the screen's chunk, so that no query waits for code. The
  // function `prefetch` sends each query only once, however often the shell renders.
  prefetch(client, queriesOf(route, { path, search: query && `?${query}`, company }))
  return (
    <QueryClientProvider client={client}>
      <BalanceOfRoute key={path} />
      <IntentionFollower />
      <LinkQuestion />
      <Frame route={route}>
        <QueryBoundary skeleton={<Loading />} failedTitle={text.state.screenFailed}>
          <Protected>{children}</Protected>
        </QueryBoundary>
      </Frame>
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

/** A balance that was read within this time is current for the new route. */
const justRead_ms = 1_000

/** R7.1: the balance is read again on every change of route. `key` mounts one of these for each route. */
function BalanceOfRoute() {
  useQuery({ ...balance, staleTime: justRead_ms })
  return null
}
