/**
 * The site map of the console: every screen with its place in the navigation, the action that a role needs, its queries and its code.
 * Paths are in path/paths.ts and titles in text/titles.ts. Router, navigation, command palette and guard read this table.
 */

import type { LucideIcon } from 'lucide-react'
import {
  Calculator,
  FilePen,
  FileText,
  Gift,
  History,
  House,
  KeyRound,
  Medal,
  Megaphone,
  Palette,
  ScrollText,
  SlidersHorizontal,
  Store,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'

import type { Query } from '#console/client/query.ts'
import * as home from '#console/home/queries.ts'
import * as key from '#console/key/queries.ts'
import { paths, type RouteName } from '#console/path/paths.ts'
import * as programme from '#console/programme/draft/queries.ts'
import * as session from '#console/session/queries.ts'
import * as staff from '#console/staff/queries.ts'
import { titles } from '#console/text/titles.ts'
import * as webhook from '#console/webhook/queries.ts'
import type { StaffAction } from '#contract/console/staff.ts'

export type NavGroup = 'home' | 'programme' | 'settings'

type Row = {
  /** `guest`: without a session. `half`: the second factor is still missing. `staff`: the console itself. */
  access: 'guest' | 'half' | 'staff'
  /** The part of the navigation that has the link to the screen; absent: no link. */
  group?: NavGroup
  icon?: LucideIcon
  /** The action that a role needs; another role sees which roles may do it. Absent: every role may open the screen. */
  action?: StaffAction
  /** Queries that are sent while the screen's code loads. */
  queries?: (allowed: (action: StaffAction) => boolean) => Query[]
  screen: () => Promise<{ default: ComponentType }>
}

/** Roles with `programme.read` may open the screen. Its forms say which roles may change the programme. */
const programmeScreen = {
  access: 'staff',
  action: 'programme.read',
  queries: (allowed: (action: StaffAction) => boolean): Query[] => [
    programme.programme,
    ...(allowed('programme.edit') ? [programme.draft] : []),
  ],
} as const

const table: { [Name in RouteName]?: Row } = {
  'sign-in': { access: 'guest', screen: () => import('#console/session/SignInScreen.tsx') },
  invitation: { access: 'guest', screen: () => import('#console/session/InvitationScreen.tsx') },
  'forgot-password': {
    access: 'guest',
    screen: () => import('#console/session/ForgotPasswordScreen.tsx'),
  },
  'new-password': {
    access: 'guest',
    screen: () => import('#console/session/NewPasswordScreen.tsx'),
  },
  'second-factor': {
    access: 'half',
    screen: () => import('#console/session/SecondFactorScreen.tsx'),
  },
  home: {
    access: 'staff',
    group: 'home',
    icon: House,
    queries: (allowed) => [
      ...(allowed('programme.read') ? [home.programme] : []),
      ...(allowed('programme.edit') ? [home.draft] : []),
      ...(allowed('webhook.read') ? [home.webhooks] : []),
    ],
    screen: () => import('#console/home/HomeScreen.tsx'),
  },
  'programme.rules': {
    ...programmeScreen,
    group: 'programme',
    icon: Calculator,
    screen: () => import('#console/programme/RulesScreen.tsx'),
  },
  'programme.levels': {
    ...programmeScreen,
    group: 'programme',
    icon: Medal,
    screen: () => import('#console/programme/LevelsScreen.tsx'),
  },
  'programme.prizes': {
    ...programmeScreen,
    group: 'programme',
    icon: Gift,
    screen: () => import('#console/programme/PrizesScreen.tsx'),
  },
  'programme.prize': {
    ...programmeScreen,
    screen: () => import('#console/programme/PrizeScreen.tsx'),
  },
  'programme.promotions': {
    ...programmeScreen,
    group: 'programme',
    icon: Megaphone,
    screen: () => import('#console/programme/PromotionsScreen.tsx'),
  },
  'programme.appearance': {
    ...programmeScreen,
    group: 'programme',
    icon: Palette,
    screen: () => import('#console/programme/AppearanceScreen.tsx'),
  },
  'programme.texts': {
    ...programmeScreen,
    group: 'programme',
    icon: FileText,
    screen: () => import('#console/programme/TextsScreen.tsx'),
  },
  'programme.shops': {
    ...programmeScreen,
    group: 'programme',
    icon: Store,
    screen: () => import('#console/programme/ShopsScreen.tsx'),
  },
  'programme.settings': {
    ...programmeScreen,
    group: 'programme',
    icon: SlidersHorizontal,
    screen: () => import('#console/programme/SettingsScreen.tsx'),
  },
  'programme.draft': {
    ...programmeScreen,
    group: 'programme',
    icon: FilePen,
    screen: () => import('#console/programme/DraftScreen.tsx'),
  },
  'programme.versions': {
    ...programmeScreen,
    group: 'programme',
    icon: History,
    screen: () => import('#console/programme/VersionsScreen.tsx'),
  },
  'settings.staff': {
    access: 'staff',
    group: 'settings',
    icon: UsersRound,
    action: 'staff.read',
    queries: () => [staff.staff],
    screen: () => import('#console/staff/StaffScreen.tsx'),
  },
  'settings.keys': {
    access: 'staff',
    group: 'settings',
    icon: KeyRound,
    action: 'key.read',
    queries: () => [key.keys],
    screen: () => import('#console/key/KeyScreen.tsx'),
  },
  'settings.webhooks': {
    access: 'staff',
    group: 'settings',
    icon: Webhook,
    action: 'webhook.read',
    queries: () => [webhook.endpoints],
    screen: () => import('#console/webhook/WebhookScreen.tsx'),
  },
  'settings.audit': {
    access: 'staff',
    group: 'settings',
    icon: ScrollText,
    action: 'audit.read',
    screen: () => import('#console/audit/AuditScreen.tsx'),
  },
  'settings.account': {
    access: 'staff',
    group: 'settings',
    icon: UserRound,
    queries: () => [session.sessions],
    screen: () => import('#console/account/AccountScreen.tsx'),
  },
}

/** A row of the table with its name, path and title. */
export type Route = Row & { name: RouteName; path: string; title: string }

export const routes: Route[] = Object.entries(table).map(([key, row]) => {
  const name = key as RouteName
  return { ...row, name, path: paths[name], title: titles[name] }
})
