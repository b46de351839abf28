/** The site map (R2): every screen, who may see it, and what it needs. Guards, titles and preloading read this table. */

import type { ComponentType } from 'react'

import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { text } from '#portal/text/pt-BR.ts'

export type Route = {
  path: string
  name: string
  /** guest: only who is not signed in · authenticated: only who is · any. */
  access: 'guest' | 'authenticated' | 'any'
  title: string
  /** R2.7: a screen of its own, with neither navbar nor drawer. */
  no_navbar?: true
  no_drawer?: true
  /** The navbar leads nowhere but out. */
  simple_logout?: true
  /** Who has yet to give the base information is asked for it first (R2.10). */
  needs_complete_profile?: true
  screen: () => Promise<{ default: ComponentType }>
}

/** Paths that only lead elsewhere (R2.1). */
export const redirects: Record<string, string> = {
  '/': '/entrar',
  '/fidelidade': '/fidelidade/resumo',
}

export const login_path = '/entrar'
export const home_path = '/fidelidade/resumo'
export const loading_path = '/loading'
export const complete_profile_path = '/completar-cadastro'
export const history_path = '/historico'
export const levels_path = '/niveis'
export const settings_path = '/meu-cadastro'

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
  return routes.find((route) => route.path === path)
}
