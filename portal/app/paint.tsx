/**
 * Runs on the server: lists the calls of a page's first screen, and renders the screen as HTML from their answers. The portal
 * replaces this paint by the same screen when its scripts have loaded.
 */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'

import { isGated } from '#contract/age.ts'
import { type Customer, hasBaseInformation } from '#contract/customer.ts'
import { localDate } from '#contract/value/date.ts'
import type { Query } from '#portal/client/query.ts'
import { type CompanyPage, CompanyProvider, isUnavailable } from '#portal/company/company.ts'
import { CompanyBackground } from '#portal/company/CompanyBackground.tsx'
import { CompanyFooter } from '#portal/company/CompanyFooter.tsx'
import { customer } from '#portal/customer/queries.ts'
import { NoticesProvider } from '#portal/feedback/notices.tsx'
import { paramsOf, type RouteName } from '#portal/path/paths.ts'

import { Frame } from './Frame.tsx'
import { settledAddress } from './guard.ts'
import { answering } from './paint-api.ts'
import { type Styled, withoutStyles } from './paint-styles.ts'
import { queriesOf, type Route, routeOf } from './routes.tsx'
import { screens } from './screens.ts'

/** The screens at which a person opens the portal. */
const painted: ReadonlySet<RouteName> = new Set([
  'login',
  'auth.email_login',
  'home',
  'history',
  'prizes',
  'prize',
])

export type Opened = { path: string; search: string; signed_in: boolean; company: CompanyPage }

/** A query with any type of answer, with the context that the cache passes. */
type Runnable = Query & {
  queryFn: (context: object) => Promise<unknown>
  initialPageParam?: unknown
}

/** The URLs of the first screen's calls. Empty for a guest, and if no screen is shown. */
export function firstReads(opened: Opened): string[] {
  const { queries } = firstScreen(opened)
  const urls = new Set<string>()
  for (const query of queries) {
    const record = (url: string) => {
      urls.add(url)
      return new Promise(() => {})
    }
    void answering(record, () => run(query))
  }
  return [...urls]
}

/**
 * Paints the first screen. Null if the server does not paint this screen, or if an age gate or a redirect may come before it.
 */
export async function paint(
  opened: Opened,
  answers: Record<string, unknown>,
): Promise<Paint | null> {
  const { route, path, search, queries } = firstScreen(opened)
  if (!route) return null
  const { company } = opened
  const client = await filledCache(queries, answers)
  const owner = client.getQueryData<Customer>(customer.queryKey)
  if (!route.noNavbar && (!owner || !hasBaseInformation(owner))) return null
  const today = localDate(new Date(), company.company.time_zone)
  if (isGated(owner?.birthdate ?? null, company.settings, today)) return null
  const screen = screens.get(route.path)!
  await screen.preload()
  // `routeOf` matched this path. Only the route table knows the type of its params.
  const content = createElement(screen, { params: paramsOf(route.path, path) as never })
  const html = renderToStaticMarkup(
    <Router ssrPath={path} ssrSearch={search}>
      <NoticesProvider session={undefined}>
        <CompanyProvider value={company}>
          <CompanyBackground />
          <QueryClientProvider client={client}>
            {route.noNavbar ? content : <Frame route={route}>{content}</Frame>}
          </QueryClientProvider>
          {route.noNavbar && <CompanyFooter />}
        </CompanyProvider>
      </NoticesProvider>
    </Router>,
  )
  return { ...withoutStyles(harmless(html)), route: route.path }
}

/** `route`: the path of the painted screen in the route table. */
type Paint = Styled & { route: string }

/** `route` is undefined where no screen is painted. */
type FirstScreen = { route: Route | undefined; path: string; search: string; queries: Runnable[] }

function firstScreen({ company, ...opened }: Opened): FirstScreen {
  const { path, search } = settledAddress(opened)
  const route = isUnavailable(company) ? undefined : routeOf(path)
  if (!route || !painted.has(route.name)) return { route: undefined, path, search, queries: [] }
  const queries = route.noNavbar ? [] : queriesOf(route, { path, search, company })
  return { route, path, search, queries: queries as Runnable[] }
}

function run({ queryFn, initialPageParam }: Runnable): Promise<unknown> {
  return queryFn({ pageParam: initialPageParam })
}

/** A cache with the queries that `answers` answers. A screen shows its skeleton in place of the data of any other query. */
async function filledCache(queries: Runnable[], answers: Record<string, unknown>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answer = async (url: string) => {
    if (!(url in answers)) throw new Error(`${url} was not read`)
    return answers[url]
  }
  for (const query of queries) {
    // A query that the server has not read is left out.
    const data = await answering(answer, () => run(query)).catch(() => undefined)
    if (data === undefined) continue
    const pageParams = [query.initialPageParam]
    client.setQueryData(
      query.queryKey,
      'initialPageParam' in query ? { pages: [data], pageParams } : data,
    )
  }
  return client
}

/**
 * Makes the HTML safe to use before its script has loaded. A form gets the method `dialog`, which sends nothing, so that a
 * password never gets into the address. Removes React's preloads, because they would load pictures that a phone hides first.
 */
function harmless(html: string): string {
  return html
    .replace(/^(<link rel="preload"[^>]*>)+/, '')
    .replaceAll('<form', '<form method="dialog"')
}
