/**
 * The site map (R2): every screen, who may see it, its title, its data and its code. Paths stand in path/paths.ts, because
 * screens build links from them. Guards, titles, prefetching and the build (scripts/route-modules.ts) read this table.
 */

import type { ComponentType } from 'react'

import type { Query } from '#portal/client/query.ts'
import type { CompanyPage } from '#portal/company/company.ts'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { consents } from '#portal/consent/queries.ts'
import { customer } from '#portal/customer/queries.ts'
import { dashboard } from '#portal/dashboard/queries.ts'
import { latestIntention } from '#portal/intention/queries.ts'
import { standing } from '#portal/level/queries.ts'
import { type Params, paramsOf, paths, type RouteName } from '#portal/path/paths.ts'
import { balance, daysOf, history } from '#portal/points/queries.ts'
import { prize, prizesScreenQueries } from '#portal/prize/queries.ts'
import { promotion } from '#portal/promotion/queries.ts'
import { devices } from '#portal/session/queries.ts'
import { intention_text } from '#portal/text/intention.ts'
import { text } from '#portal/text/pt-BR.ts'

/** Where a screen stands: the params of its path, the query string with its question mark, and the company. */
type Place<PathParams> = { params: PathParams; search: string; company: CompanyPage }

type Row<PathParams> = {
  /** guest: only who is not signed in · authenticated: only who is · any: with a navbar, a guest's says to sign in. */
  access: 'guest' | 'authenticated' | 'any'
  /** R2.7: a screen of its own, with neither navbar nor drawer. */
  no_navbar?: true
  no_drawer?: true
  /** R2.7, R2.11: the navbar has no bell, and nothing that can wait is said above the screen. */
  no_notifications?: true
  /** The navbar leads nowhere but out. */
  simple_logout?: true
  /** Who has yet to give the base information is asked for it first (R2.10). */
  needs_complete_profile?: true
  title: string
  /** What the screen reads first, beside `shell_queries`. Asked for at the same time as its code. */
  queries: 'none' | ((place: Place<PathParams>) => Query[])
  screen: () => Promise<{ default: ComponentType<{ params: PathParams }> }>
}

/** What every screen with a navbar reads: the guard asks for the customer (R2.10), the navbar for the balance (R7.1). */
const shell_queries: Query[] = [balance, customer]

const table: { [Name in RouteName]: Row<Params<(typeof paths)[Name]>> } = {
  login: {
    access: 'guest',
    no_navbar: true,
    title: text.title.login,
    queries: 'none',
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  'auth.email_login': {
    access: 'guest',
    no_navbar: true,
    title: text.title.login,
    queries: 'none',
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  'auth.link_login': {
    access: 'guest',
    no_navbar: true,
    title: text.title.login_link,
    queries: 'none',
    screen: () => import('#portal/session/LoginLinkScreen.tsx'),
  },
  'forgot-password': {
    access: 'guest',
    no_navbar: true,
    title: text.title.forgot_password,
    queries: 'none',
    screen: () => import('#portal/session/ForgotPasswordScreen.tsx'),
  },
  'reset-password': {
    access: 'guest',
    no_navbar: true,
    title: text.title.reset_password,
    queries: 'none',
    screen: () => import('#portal/session/ResetPasswordScreen.tsx'),
  },
  register: {
    access: 'guest',
    no_navbar: true,
    title: text.title.register,
    queries: 'none',
    screen: () => import('#portal/customer/RegisterScreen.tsx'),
  },
  logout: {
    access: 'authenticated',
    no_navbar: true,
    title: text.shell.logout,
    queries: 'none',
    screen: () => import('#portal/session/LogoutScreen.tsx'),
  },
  'confirm-email': {
    access: 'any',
    no_navbar: true,
    title: text.title.confirm_email,
    queries: 'none',
    screen: () => import('#portal/customer/ConfirmEmailScreen.tsx'),
  },
  'complete-profile': {
    access: 'authenticated',
    no_drawer: true,
    no_notifications: true,
    simple_logout: true,
    title: text.title.complete_profile,
    queries: 'none',
    screen: () => import('#portal/customer/CompleteProfileScreen.tsx'),
  },
  settings: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.settings,
    queries: () => [devices, consents],
    screen: () => import('#portal/customer/SettingsScreen.tsx'),
  },
  home: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.home,
    queries: () => [dashboard],
    screen: () => import('#portal/dashboard/DashboardScreen.tsx'),
  },
  prizes: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.prizes,
    queries: ({ search }) => prizesScreenQueries(search),
    screen: () => import('#portal/prize/PrizesScreen.tsx'),
  },
  promotion: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.promotion,
    // A code is looked up when it is sent.
    queries: 'none',
    screen: () => import('#portal/promotion/PromotionScreen.tsx'),
  },
  'promotion.trigger': {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.promotion,
    queries: ({ params }) => [promotion(params.promotion_code)],
    screen: () => import('#portal/promotion/PromotionTriggerScreen.tsx'),
  },
  faq: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.faq,
    // The questions are in the page.
    queries: 'none',
    screen: () => import('#portal/faq/FaqScreen.tsx'),
  },
  subscription: {
    access: 'any',
    needs_complete_profile: true,
    title: text.title.subscription,
    // A token lives for a minute, so the screen asks for it when it can use it.
    queries: 'none',
    screen: () => import('#portal/subscription/SubscriptionScreen.tsx'),
  },
  prize: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.prize,
    queries: ({ params }) => [prize(params.id)],
    screen: () => import('#portal/prize/PrizeScreen.tsx'),
  },
  authorization: {
    access: 'authenticated',
    no_notifications: true,
    needs_complete_profile: true,
    title: intention_text.title,
    queries: () => [latestIntention],
    screen: () => import('#portal/intention/IntentionScreen.tsx'),
  },
  history: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.history,
    queries: ({ search }) => [history(daysOf(search))],
    screen: () => import('#portal/points/HistoryScreen.tsx'),
  },
  levels: {
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.levels,
    queries: ({ company }) => (company.levels.length > 0 ? [standing] : []),
    screen: () => import('#portal/level/LevelsScreen.tsx'),
  },
  loading: {
    access: 'any',
    no_navbar: true,
    title: text.title.loading,
    queries: 'none',
    // In the first chunk: it is what is seen while others load.
    screen: async () => ({ default: LoadingScreen }),
  },
}

/** A row of the table with its name and path. Only the row itself knows the type of its params. */
export type Route = Row<never> & { name: RouteName; path: string }

export const routes: Route[] = Object.entries(table).map(([name, row]) => ({
  ...(row as Row<never>),
  name: name as RouteName,
  path: paths[name as RouteName],
}))

export function routeOf(path: string): Route | undefined {
  return routes.find((route) => paramsOf(route.path, path) !== null)
}

/** What a signed-in customer's screen at `path` reads first. */
export function queriesOf(
  { path: pattern, no_navbar, queries }: Route,
  { path, ...place }: { path: string; search: string; company: CompanyPage },
): Query[] {
  const params = paramsOf(pattern, path) as never
  return [
    ...(queries === 'none' ? [] : queries({ ...place, params })),
    ...(no_navbar ? [] : shell_queries),
  ]
}
