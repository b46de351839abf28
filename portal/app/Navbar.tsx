import { useQuery } from '@tanstack/react-query'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Gift from 'lucide-react/icons/gift'
import House from 'lucide-react/icons/house'
import LogOut from 'lucide-react/icons/log-out'
import Medal from 'lucide-react/icons/medal'
import Repeat from 'lucide-react/icons/repeat'
import History from 'lucide-react/icons/rotate-ccw-clock'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import UserRound from 'lucide-react/icons/user-round'
import type { LucideIcon } from 'lucide-react/types'
import { Link, useLocation } from 'wouter'

import { type CompanyPage, useCompany } from '#portal/company/company.ts'
import { NavbarLogo } from '#portal/company/NavbarLogo.tsx'
import { customer } from '#portal/customer/queries.ts'
import { isOpen } from '#portal/intention/latest.ts'
import { useCachedIntention } from '#portal/intention/use-cached-intention.ts'
import { Bell } from '#portal/notification/Bell.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { BalanceChip } from '#portal/points/BalanceChip.tsx'
import { text } from '#portal/text/pt-BR.ts'
import { Menu } from '#ui/overlay/Menu.tsx'

import type { Route } from './routes.tsx'

import styles from './Shell.module.css'

/** The bar at the top of a screen (R2.8). */
export function Navbar({ route }: { route: Route }) {
  if (route.simpleLogout) {
    return (
      <header className={styles.navbar}>
        <div className={styles.home}>
          <NavbarLogo />
        </div>
        <Link href={pathTo('logout')} className={`${styles.link} ${styles.end}`}>
          <LogOut size={20} aria-hidden="true" />
          {text.shell.logout}
        </Link>
      </header>
    )
  }
  return <FullNavbar route={route} />
}

function FullNavbar({ route }: { route: Route }) {
  const { data } = useQuery(customer)
  const intention = useCachedIntention()
  return (
    <header className={styles.navbar}>
      <Link href={pathTo('home')} className={styles.home}>
        <NavbarLogo />
      </Link>
      <div className={styles.end}>
        <BalanceChip isReserved={intention !== null && isOpen(intention)} />
        {!route.noNotifications && <Bell />}
        <Menu
          // The label contains the visible initials, so that voice control can use them (WCAG 2.5.3).
          label={text.shell.account(initials(data?.name))}
          trigger={initials(data?.name)}
        >
          <p className={styles.who}>
            {data?.name}
            <span>{data?.email}</span>
          </p>
          <Link href={pathTo('settings')} className={styles.link}>
            <UserRound size={20} aria-hidden="true" />
            {text.title.settings}
          </Link>
          <Link href={pathTo('logout')} className={styles.link}>
            <LogOut size={20} aria-hidden="true" />
            {text.shell.logout}
          </Link>
        </Menu>
      </div>
    </header>
  )
}

/** The links to the screens that this company has (R2.9). */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const [path] = useLocation()
  const page = useCompany()
  return (
    <nav aria-label={text.shell.navigation}>
      <ul className={styles.links}>
        {destinationsOf(page).map(({ href, label, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.link}
              onClick={onChoose}
              aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
            >
              <Icon size={20} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Destination = { href: string; label: string; Icon: LucideIcon; isShown?: boolean }

function destinationsOf({ company, settings, levels }: CompanyPage): Destination[] {
  const destinations: Destination[] = [
    { href: pathTo('home'), label: text.shell.home, Icon: House },
    { href: pathTo('levels'), label: text.title.levels, Icon: Medal, isShown: levels.length > 0 },
    { href: pathTo('history'), label: text.title.history, Icon: History },
    { href: pathTo('prizes'), label: text.title.prizes(company.prize_word), Icon: Gift },
    { href: pathTo('promotion'), label: text.title.promotion, Icon: TicketPercent },
    { href: pathTo('settings'), label: text.title.settings, Icon: UserRound },
    {
      href: pathTo('faq'),
      label: text.title.faq,
      Icon: CircleQuestionMark,
      isShown: (company.faq?.items.length ?? 0) > 0,
    },
    {
      href: pathTo('subscription'),
      label: text.title.subscription,
      Icon: Repeat,
      isShown: settings.integrations.subscription !== null,
    },
    { href: pathTo('logout'), label: text.shell.logout, Icon: LogOut },
  ]
  return destinations.filter(({ isShown = true }) => isShown)
}

/** 'Ana Maria Lima' → 'AL' */
function initials(name: string | null | undefined): string {
  const words = name?.trim().split(/\s+/) ?? []
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
