/**
 * The site map (R2): every screen with its access, title, queries and code. Its paths are in path/paths.ts, because screens
 * build links from them. Guards, titles, prefetching and the build (scripts/portal/route-modules.ts) read this table.
 */

import type { ComponentType } from 'react'

import type { PrizeWord } from '#contract/prize-word.ts'
import type { Query } from '#portal/client/query.ts'
import type { CompanyPage } from '#portal/company/company.ts'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { consents } from '#portal/consent/queries.ts'
import { customer } from '#portal/customer/queries.ts'
import { dashboard } from '#portal/dashboard/queries.ts'
import { latestIntention } from '#portal/intention/queries.ts'
import { standing } from '#portal/level/queries.ts'
import { noticePreferences } from '#portal/notification/queries.ts'
import { type Params, paramsOf, paths, type RouteName } from '#portal/path/paths.ts'
import { balance, daysOf, history } from '#portal/points/queries.ts'
import { prize, prizesScreenQueries } from '#portal/prize/queries.ts'
import { promotion } from '#portal/promotion/queries.ts'
import { devices } from '#portal/session/queries.ts'
import { intentionText } from '#portal/text/intention.ts'
import { text } from '#portal/text/pt-BR.ts'

/** The address of a screen: the params of its path, the query string with its question mark, and the company. */
type Place<PathParams> = { params: PathParams; search: string; company: CompanyPage }

type Row<PathParams> = {
  /** guest: guests only · authenticated: customers only · any: both; with a navbar, a guest is asked to sign in. */
  access: 'guest' | 'authenticated' | 'any'
  /** R2.7: a full-page screen, without navbar and drawer. */
  noNavbar?: true
  noDrawer?: true
  /**
   * R2.7, R2.11: the screen shows no bell, no count of vouchers, no banner of a till's request and no alert about the address.
   */
  noNotifications?: true
  /** The logout is the navbar's only link. */
  simpleLogout?: true
  /** A customer without the base information is asked for it first (R2.10). */
  needsCompleteProfile?: true
  title: string | ((word: PrizeWord) => string)
  /** The screen's first queries, without `shellQueries`. They are sent while its chunk loads. */
  queries: 'none' | ((place: Place<PathParams>) => Query[])
  screen: () => Promise<{ default: ComponentType<{ params: PathParams }> }>
}

/** The queries of every screen with a navbar: the guard needs the customer (R2.10), the navbar the balance (R7.1). */
const shellQueries: Query[] = [balance, customer]

const table: { [Name in RouteName]: Row<Params<(typeof paths)[Name]>> } = {
  login: {
    access: 'guest',
    noNavbar: true,
    title: text.title.login,
    queries: 'none',
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  'auth.email_login': {
    access: 'guest',
    noNavbar: true,
    title: text.title.login,
    queries: 'none',
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  'auth.link_login': {
    access: 'guest',
    noNavbar: true,
    title: text.title.login_link,
    queries: 'none',
    screen: () => import('#portal/session/LoginLinkScreen.tsx'),
  },
  'forgot-password': {
    access: 'guest',
    noNavbar: true,
    title: text.title.forgotPassword,
    queries: 'none',
    screen: () => import('#portal/session/ForgotPasswordScreen.tsx'),
  },
  'reset-password': {
    access: 'guest',
    noNavbar: true,
    title: text.title.resetPassword,
    queries: 'none',
    screen: () => import('#portal/session/ResetPasswordScreen.tsx'),
  },
  register: {
    access: 'guest',
    noNavbar: true,
    title: text.title.register,
    queries: 'none',
    screen: () => import('#portal/customer/RegisterScreen.tsx'),
  },
  logout: {
    access: 'authenticated',
    noNavbar: true,
    title: text.shell.logout,
    queries: 'none',
    screen: () => import('#portal/session/LogoutScreen.tsx'),
  },
  'confirm-email': {
    access: 'any',
    noNavbar: true,
    title: text.title.confirmEmail,
    queries: 'none',
    screen: () => import('#portal/customer/ConfirmEmailScreen.tsx'),
  },
  'complete-profile': {
    access: 'authenticated',
    noDrawer: true,
    noNotifications: true,
    simpleLogout: true,
    title: text.title.completeProfile,
    queries: 'none',
    screen: () => import('#portal/customer/CompleteProfileScreen.tsx'),
  },
  settings: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.settings,
    queries: () => [devices, consents, noticePreferences],
    screen: () => import('#portal/customer/SettingsScreen.tsx'),
  },
  home: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.home,
    queries: () => [dashboard],
    screen: () => import('#portal/dashboard/DashboardScreen.tsx'),
  },
  prizes: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.prizes,
    queries: ({ search }) => prizesScreenQueries(search),
    screen: () => import('#portal/prize/PrizesScreen.tsx'),
  },
  promotion: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.promotion,
    // The screen shows the promotion of the banner, if the banner has one.
    queries: ({ company: { company } }) =>
      company.banner?.promotion_code ? [promotion(company.banner.promotion_code)] : [],
    screen: () => import('#portal/promotion/PromotionScreen.tsx'),
  },
  'promotion.trigger': {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.promotion,
    queries: ({ params }) => [promotion(params.promotion_code)],
    screen: () => import('#portal/promotion/PromotionTriggerScreen.tsx'),
  },
  faq: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.faq,
    // The page already contains the questions.
    queries: 'none',
    screen: () => import('#portal/faq/FaqScreen.tsx'),
  },
  subscription: {
    access: 'any',
    needsCompleteProfile: true,
    title: text.title.subscription,
    // The club's token is valid for 60 s, so the screen requests it only when it can use it.
    queries: 'none',
    screen: () => import('#portal/subscription/SubscriptionScreen.tsx'),
  },
  prize: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.prize,
    queries: ({ params }) => [prize(params.id)],
    screen: () => import('#portal/prize/PrizeScreen.tsx'),
  },
  authorization: {
    access: 'authenticated',
    noNotifications: true,
    needsCompleteProfile: true,
    title: intentionText.title,
    queries: () => [latestIntention],
    screen: () => import('#portal/intention/IntentionScreen.tsx'),
  },
  history: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.history,
    queries: ({ search }) => [history(daysOf(search))],
    screen: () => import('#portal/points/HistoryScreen.tsx'),
  },
  levels: {
    access: 'authenticated',
    needsCompleteProfile: true,
    title: text.title.levels,
    queries: ({ company }) => (company.levels.length > 0 ? [standing] : []),
    screen: () => import('#portal/level/LevelsScreen.tsx'),
  },
  loading: {
    access: 'any',
    noNavbar: true,
    title: text.title.loading,
    queries: 'none',
    // In the first chunk, because it is shown while other chunks load.
    screen: async () => ({ default: LoadingScreen }),
  },
}

/** A row of the table with its name and path. `never`, because only the row knows the type of its params. */
export type Route = Row<never> & { name: RouteName; path: string }

export const routes: Route[] = Object.entries(table).map(([name, row]) => ({
  ...(row as Row<never>),
  name: name as RouteName,
  path: paths[name as RouteName],
}))

export function routeOf(path: string): Route | undefined {
  return routes.find((route) => paramsOf(route.path, path) !== null)
}

/** The first queries of a signed-in customer's screen at `path`. */
export function queriesOf(
  { path: pattern, noNavbar, queries }: Route,
  { path, ...place }: { path: string; search: string; company: CompanyPage },
): Query[] {
  const params = paramsOf(pattern, path) as never
  return [
    ...(queries === 'none' ? [] : queries({ ...place, params })),
    ...(noNavbar ? [] : shellQueries),
  ]
}

/** The title of a screen, in the company's words. */
export function titleOf({ title }: Route, word: PrizeWord): string {
  return typeof title === 'string' ? title : title(word)
}
