/** The site map (R2): every screen, who may see it, and what it needs. Guards, titles and preloading read this table. */

import type { ComponentType } from 'react'

import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { intention_text } from '#portal/text/intention.ts'
import { text } from '#portal/text/pt-BR.ts'

export type Route = {
  /** A part that begins with a colon stands for any one part: an id, a code. */
  path: string
  name: string
  /** guest: only who is not signed in · authenticated: only who is · any: with a navbar, a guest's says to sign in. */
  access: 'guest' | 'authenticated' | 'any'
  title: string
  /** R2.7: a screen of its own, with neither navbar nor drawer. */
  no_navbar?: true
  no_drawer?: true
  /** R2.7, R2.11: the navbar has no bell, and nothing that can wait is said above the screen. */
  no_notifications?: true
  /** The navbar leads nowhere but out. */
  simple_logout?: true
  /** Who has yet to give the base information is asked for it first (R2.10). */
  needs_complete_profile?: true
  /** A screen names the params that it takes: those of its path, which it is given. */
  screen: () => Promise<{ default: ComponentType<{ params: never }> }>
}

/** Paths that only lead elsewhere (R2.1). */
export const redirects: Record<string, string> = {
  '/': '/entrar',
  '/fidelidade': '/fidelidade/resumo',
}

export const login_path = '/entrar'
export const register_path = '/cadastrar-email'
export const home_path = '/fidelidade/resumo'
export const loading_path = '/loading'
export const complete_profile_path = '/completar-cadastro'
export const history_path = '/historico'
export const levels_path = '/niveis'
export const settings_path = '/meu-cadastro'
export const store_path = '/store'
export const promotion_path = '/promo'
export const faq_path = '/perguntas-frequentes'
export const subscription_path = '/clube-de-assinatura'

export const routes: Route[] = [
  {
    path: '/entrar',
    name: 'login',
    access: 'guest',
    no_navbar: true,
    title: text.title.login,
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  {
    path: '/entrar-email',
    name: 'auth.email_login',
    access: 'guest',
    no_navbar: true,
    title: text.title.login,
    screen: () => import('#portal/session/LoginScreen.tsx'),
  },
  {
    path: '/entrar-link',
    name: 'auth.link_login',
    access: 'guest',
    no_navbar: true,
    title: text.title.login_link,
    screen: () => import('#portal/session/LoginLinkScreen.tsx'),
  },
  {
    path: '/esqueci-minha-senha',
    name: 'forgot-password',
    access: 'guest',
    no_navbar: true,
    title: text.title.forgot_password,
    screen: () => import('#portal/session/ForgotPasswordScreen.tsx'),
  },
  {
    path: '/redefinir-senha',
    name: 'reset-password',
    access: 'guest',
    no_navbar: true,
    title: text.title.reset_password,
    screen: () => import('#portal/session/ResetPasswordScreen.tsx'),
  },
  {
    path: '/cadastrar-email',
    name: 'register',
    access: 'guest',
    no_navbar: true,
    title: text.title.register,
    screen: () => import('#portal/customer/RegisterScreen.tsx'),
  },
  {
    path: '/sair',
    name: 'logout',
    access: 'authenticated',
    no_navbar: true,
    title: text.shell.logout,
    screen: () => import('#portal/session/LogoutScreen.tsx'),
  },
  {
    path: '/confirmar-email',
    name: 'confirm-email',
    access: 'any',
    no_navbar: true,
    title: text.title.confirm_email,
    screen: () => import('#portal/customer/ConfirmEmailScreen.tsx'),
  },
  {
    path: '/completar-cadastro',
    name: 'complete-profile',
    access: 'authenticated',
    no_drawer: true,
    no_notifications: true,
    simple_logout: true,
    title: text.title.complete_profile,
    screen: () => import('#portal/customer/CompleteProfileScreen.tsx'),
  },
  {
    path: '/meu-cadastro',
    name: 'settings',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.settings,
    screen: () => import('#portal/customer/SettingsScreen.tsx'),
  },
  {
    path: '/fidelidade/resumo',
    name: 'home',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.home,
    screen: () => import('#portal/dashboard/DashboardScreen.tsx'),
  },
  {
    path: '/store',
    name: 'prizes',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.store,
    screen: () => import('#portal/prize/PrizesScreen.tsx'),
  },
  {
    path: '/promo',
    name: 'promotion',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.promotion,
    screen: () => import('#portal/promotion/PromotionScreen.tsx'),
  },
  {
    path: '/promo/t/:promotion_code',
    name: 'promotion.trigger',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.promotion,
    screen: () => import('#portal/promotion/PromotionTriggerScreen.tsx'),
  },
  {
    path: '/perguntas-frequentes',
    name: 'faq',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.faq,
    screen: () => import('#portal/faq/FaqScreen.tsx'),
  },
  {
    path: '/clube-de-assinatura',
    name: 'subscription',
    access: 'any',
    needs_complete_profile: true,
    title: text.title.subscription,
    screen: () => import('#portal/subscription/SubscriptionScreen.tsx'),
  },
  {
    path: '/store/:id',
    name: 'prize',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.prize,
    screen: () => import('#portal/prize/PrizeScreen.tsx'),
  },
  {
    path: '/autorizacao',
    name: 'authorization',
    access: 'authenticated',
    no_notifications: true,
    needs_complete_profile: true,
    title: intention_text.title,
    screen: () => import('#portal/intention/IntentionScreen.tsx'),
  },
  {
    path: '/historico',
    name: 'history',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.history,
    screen: () => import('#portal/points/HistoryScreen.tsx'),
  },
  {
    path: '/niveis',
    name: 'levels',
    access: 'authenticated',
    needs_complete_profile: true,
    title: text.title.levels,
    screen: () => import('#portal/level/LevelsScreen.tsx'),
  },
  {
    path: '/loading',
    name: 'loading',
    access: 'any',
    no_navbar: true,
    title: text.title.loading,
    // In the first chunk: it is what is seen while others load.
    screen: async () => ({ default: LoadingScreen }),
  },
]

export function routeOf(path: string): Route | undefined {
  return routes.find((route) => paramsOf(route.path, path) !== null)
}

/**
 * Of '/store/:id' at /store/7: { id: '7' }. A part is of letters, digits, hyphens and underscores, as ids and codes are.
 * Null: it is another path.
 */
export function paramsOf(route_path: string, path: string): Record<string, string> | null {
  const named = route_path.replaceAll(/:(\w+)/g, String.raw`(?<$1>[\w-]+)`)
  const match = new RegExp(`^${named}$`).exec(path)
  return match && { ...match.groups }
}
