/**
 * The site map of the console: every screen with its place in the navigation, the action that a role needs, its queries and its code.
 * Paths are in path/paths.ts and titles in text/titles.ts. Router, navigation, command palette and guard read this table.
 */

import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Calculator from 'lucide-react/icons/calculator'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import ChartColumn from 'lucide-react/icons/chart-column'
import ContactRound from 'lucide-react/icons/contact-round'
import FilePen from 'lucide-react/icons/file-pen'
import FileText from 'lucide-react/icons/file-text'
import FileUp from 'lucide-react/icons/file-up'
import Gift from 'lucide-react/icons/gift'
import House from 'lucide-react/icons/house'
import KeyRound from 'lucide-react/icons/key-round'
import Medal from 'lucide-react/icons/medal'
import Megaphone from 'lucide-react/icons/megaphone'
import Palette from 'lucide-react/icons/palette'
import History from 'lucide-react/icons/rotate-ccw-clock'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Stamp from 'lucide-react/icons/stamp'
import Store from 'lucide-react/icons/store'
import Trophy from 'lucide-react/icons/trophy'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'
import Webhook from 'lucide-react/icons/webhook'
import type { LucideIcon } from 'lucide-react/types'
import type { ComponentType } from 'react'

import * as audit from '#console/audit/queries.ts'
import type { Query } from '#console/client/query.ts'
import * as counter from '#console/counter/queries.ts'
import * as customer from '#console/customer/queries.ts'
import * as head from '#console/head/queries.ts'
import * as imports from '#console/import/queries.ts'
import * as movement from '#console/movement/queries.ts'
import * as key from '#console/partner-key/queries.ts'
import { paths, type RouteName } from '#console/path/paths.ts'
import * as programme from '#console/programme/draft/queries.ts'
import { homePeriod } from '#console/report/address.ts'
import * as report from '#console/report/queries.ts'
import * as review from '#console/review/queries.ts'
import * as session from '#console/session/queries.ts'
import * as staff from '#console/staff/queries.ts'
import { titles } from '#console/text/titles.ts'
import * as webhook from '#console/webhook/queries.ts'
import type { StaffAction } from '#contract/console/staff.ts'

export type NavGroup = 'home' | 'programme' | 'report' | 'settings'

/**
 * The address and the permissions with which a screen is opened. The address has the parts of its path, and the query
 * string and fragment with their signs (`?`, `#`). The permissions are those of the person's role.
 */
export type Place = {
  params: Readonly<Record<string, string | undefined>>
  search: string
  hash: string
  allowed: (action: StaffAction) => boolean
}

type Row = {
  /** `guest`: the card of the sign-in, without a session or with one that lacks the second factor. `staff`: the console itself. */
  access: 'guest' | 'staff'
  /** The part of the navigation with the link; absent: it has none. */
  group?: NavGroup
  icon?: LucideIcon
  /** The action that a role needs; another role sees which roles may do it. Absent: every role may open the screen. */
  action?: StaffAction
  /** The screen's first queries. They are sent while its code loads. Every screen of the staff asks for `me` before them. */
  queries: 'none' | ((place: Place) => Query[])
  screen: () => Promise<{ default: ComponentType }>
}

/** With the number of suspended requests: the badges stay mounted, so only a visit reads it again. */
function programmeQueries({ allowed }: Place): Query[] {
  return [
    ...(allowed('programme.read') ? [programme.programme, programme.suspended] : []),
    ...(allowed('programme.edit') ? [programme.draft] : []),
  ]
}

function homeQueries({ allowed }: Place): Query[] {
  return [
    ...(allowed('webhook.read') ? [webhook.endpoints] : []),
    ...(allowed('report.read') ? [report.report(homePeriod())] : []),
    ...(allowed('customer.adjust') ? [customer.adjustmentRequests] : []),
    ...(allowed('review.manage') ? [review.reviewItems] : []),
    // The first steps of a new company.
    ...(allowed('key.manage') ? [key.keys] : []),
    ...(allowed('staff.manage') ? [staff.staff] : []),
  ]
}

/** Every role of the programme may read it; the forms say who may change it. */
const programmeScreen = {
  access: 'staff',
  action: 'programme.read',
  queries: programmeQueries,
} as const

const reportScreen = { access: 'staff', group: 'report', action: 'report.read' } as const

const table: { [Name in RouteName]: Row } = {
  'sign-in': {
    access: 'guest',
    queries: 'none',
    screen: () => import('#console/session/SignInScreen.tsx'),
  },
  invitation: {
    access: 'guest',
    queries: ({ hash }) => session.invitationAt(hash),
    screen: () => import('#console/session/InvitationScreen.tsx'),
  },
  'forgot-password': {
    access: 'guest',
    queries: 'none',
    screen: () => import('#console/session/ForgotPasswordScreen.tsx'),
  },
  'new-password': {
    access: 'guest',
    queries: 'none',
    screen: () => import('#console/session/NewPasswordScreen.tsx'),
  },
  'second-factor': {
    access: 'guest',
    queries: () => [session.me],
    screen: () => import('#console/session/SecondFactorScreen.tsx'),
  },
  home: {
    access: 'staff',
    group: 'home',
    icon: House,
    queries: (place) => [...programmeQueries(place), ...homeQueries(place)],
    screen: () => import('#console/home/HomeScreen.tsx'),
  },
  counter: {
    access: 'staff',
    group: 'home',
    icon: ScanBarcode,
    action: 'counter.use',
    queries: () => [counter.place],
    screen: () => import('#console/counter/CounterScreen.tsx'),
  },
  customers: {
    access: 'staff',
    group: 'home',
    icon: ContactRound,
    action: 'customer.read',
    queries: 'none',
    screen: () => import('#console/customer/SearchScreen.tsx'),
  },
  approvals: {
    access: 'staff',
    group: 'home',
    icon: BadgeCheck,
    action: 'customer.adjust',
    queries: () => [customer.adjustmentRequests],
    screen: () => import('#console/customer/ApprovalsScreen.tsx'),
  },
  review: {
    access: 'staff',
    group: 'home',
    icon: ShieldAlert,
    action: 'review.manage',
    queries: () => [review.reviewItems],
    screen: () => import('#console/review/ReviewScreen.tsx'),
  },
  customer: {
    access: 'staff',
    action: 'customer.read',
    queries: ({ params: { id = '' }, allowed }) => [
      customer.customerRecord(id),
      customer.customerHistory(id),
      customer.customerMerges(id),
      ...(allowed('customer.adjust') ? [customer.adjustmentTerms] : []),
    ],
    screen: () => import('#console/customer/RecordScreen.tsx'),
  },
  movements: {
    access: 'staff',
    group: 'home',
    icon: ArrowLeftRight,
    action: 'movement.read',
    queries: ({ search }) => [movement.movementsAt(search), movement.choices],
    screen: () => import('#console/movement/MovementScreen.tsx'),
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
    queries: (place) => [
      ...programmeQueries(place),
      ...(place.allowed('programme.edit') ? [programme.conflict] : []),
    ],
    screen: () => import('#console/programme/DraftScreen.tsx'),
  },
  'programme.versions': {
    ...programmeScreen,
    group: 'programme',
    icon: History,
    queries: (place) => [...programmeQueries(place), programme.versions],
    screen: () => import('#console/programme/VersionsScreen.tsx'),
  },
  'report.programme': {
    ...reportScreen,
    icon: ChartColumn,
    queries: ({ search }) => report.programmeReportQueries(search),
    screen: () => import('#console/report/ProgrammeReportScreen.tsx'),
  },
  'report.items': {
    ...reportScreen,
    icon: Trophy,
    queries: ({ search }) => report.itemReportQueries(search),
    screen: () => import('#console/report/ItemReportScreen.tsx'),
  },
  'report.shops': {
    ...reportScreen,
    icon: Store,
    queries: ({ search }) => report.shopReportQueries(search),
    screen: () => import('#console/report/ShopReportScreen.tsx'),
  },
  'report.liability': {
    ...reportScreen,
    icon: CalendarCheck,
    queries: () => [report.liability],
    screen: () => import('#console/report/LiabilityScreen.tsx'),
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
    screen: () => import('#console/partner-key/KeyScreen.tsx'),
  },
  'settings.webhooks': {
    access: 'staff',
    group: 'settings',
    icon: Webhook,
    action: 'webhook.read',
    queries: ({ search }) => webhook.webhookQueries(search),
    screen: () => import('#console/webhook/WebhookScreen.tsx'),
  },
  'settings.import': {
    access: 'staff',
    group: 'settings',
    icon: FileUp,
    action: 'import.manage',
    queries: ({ search }) => imports.importQueries(search),
    screen: () => import('#console/import/ImportScreen.tsx'),
  },
  'settings.audit': {
    access: 'staff',
    group: 'settings',
    icon: ScrollText,
    action: 'audit.read',
    queries: ({ search, allowed }) => [
      audit.entriesAt(search),
      ...(allowed('staff.read') ? [staff.staff] : []),
    ],
    screen: () => import('#console/audit/AuditScreen.tsx'),
  },
  'settings.heads': {
    access: 'staff',
    group: 'settings',
    icon: Stamp,
    action: 'head.read',
    queries: () => [head.heads],
    screen: () => import('#console/head/HeadScreen.tsx'),
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
