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
  /** A screen of its own: no navbar, no drawer (R2.7). */
  no_navbar?: true
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
    path: '/fidelidade/resumo',
    name: 'home',
    access: 'authenticated',
    title: text.title.home,
    screen: () => import('#portal/dashboard/DashboardScreen.tsx'),
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
