import { useQuery } from '@tanstack/react-query'
import Gift from 'lucide-react/icons/gift'
import House from 'lucide-react/icons/house'
import MenuIcon from 'lucide-react/icons/menu'
import QrCode from 'lucide-react/icons/qr-code'
import Ticket from 'lucide-react/icons/ticket'
import type { LucideIcon } from 'lucide-react/types'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'

import { usePrizeWord } from '#portal/company/company.ts'
import { CompanyLogo } from '#portal/company/CompanyLogo.tsx'
import { openedInside } from '#portal/member-code/MemberCodeLink.tsx'
import { asksForMemberCode, memberCodePath, pathTo, paths } from '#portal/path/paths.ts'
import { memberCodeText } from '#portal/text/member-code.ts'
import { text } from '#portal/text/pt-BR.ts'
import { voucherCount } from '#portal/voucher/queries.ts'
import { Drawer } from '#ui/overlay/Dialog.tsx'
import { useKeyboard } from '#ui/use-keyboard.ts'
import { useMedia } from '#ui/use-media.ts'

import { Navigation } from './Navbar.tsx'
import type { Route } from './routes.tsx'

import shell from './Shell.module.css'
import styles from './TabBar.module.css'

/** Above this width the navigation stands beside the screen (Shell.module.css). */
const narrow = '(max-width: 63.99rem)'
/** A higher count is shown as '9+'. */
const maxCounted = 9
/** The tabs of /store that show vouchers. */
const voucherTabs = new Set(['to_withdraw', 'withdrawn', 'expired'])

/** The main destinations within reach of the thumb. 'Mais' opens the drawer with all of them (R2.9). */
export function TabBar({ route }: { route: Route }) {
  // The server paints the bar for every window; the style sheet hides it in a wide one.
  const isNarrow = useMedia(narrow, true)
  const hasKeyboard = useKeyboard()
  if (!isNarrow || hasKeyboard) return null
  return <Bar route={route} />
}

function Bar({ route }: { route: Route }) {
  const [open, setOpen] = useState(false)
  const word = usePrizeWord()
  const [path] = useLocation()
  const search = useSearch()
  const tab = new URLSearchParams(search).get('tab') ?? ''
  const isCode = route.name === 'home' && asksForMemberCode(search)
  const isVoucher = path === paths.prizes && voucherTabs.has(tab)
  return (
    <>
      <nav aria-label={text.shell.tabBar} className={styles.bar}>
        <ul className={styles.tabs}>
          <Tab href={pathTo('home')} Icon={House} isCurrent={route.name === 'home' && !isCode}>
            {text.shell.home}
          </Tab>
          <Tab
            href={pathTo('prizes')}
            Icon={Gift}
            isCurrent={(route.name === 'prizes' || route.name === 'prize') && !isVoucher}
          >
            {text.title.prizes(word)}
          </Tab>
          <Tab href={memberCodePath} state={openedInside} Icon={QrCode} isCurrent={isCode}>
            {memberCodeText.title}
          </Tab>
          <Tab
            href={pathTo('prizes', {}, { tab: 'to_withdraw' })}
            Icon={Ticket}
            isCurrent={isVoucher}
            badge={!route.noNotifications && <VoucherBadge />}
          >
            {text.shell.vouchers}
          </Tab>
          <li>
            <button
              type="button"
              className={styles.tab}
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <span className={styles.icon}>
                <MenuIcon size={22} aria-hidden="true" />
              </span>
              <span>{text.shell.more}</span>
            </button>
          </li>
        </ul>
      </nav>
      {open && (
        <Drawer
          label={text.shell.navigation}
          closeLabel={text.shell.closeMenu}
          onClose={() => setOpen(false)}
        >
          <div className={shell.drawer}>
            <CompanyLogo />
            <Navigation onChoose={() => setOpen(false)} />
          </div>
        </Drawer>
      )}
    </>
  )
}

type TabProps = {
  href: string
  /** History state of the link. */
  state?: object
  Icon: LucideIcon
  isCurrent: boolean
  badge?: ReactNode
  children: string
}

function Tab({ href, state, Icon, isCurrent, badge, children }: TabProps) {
  return (
    <li>
      <Link
        href={href}
        state={state}
        className={styles.tab}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span className={styles.icon}>
          <Icon size={22} aria-hidden="true" />
        </span>
        <span>{children}</span>
        {badge}
      </Link>
    </li>
  )
}

/** The number of vouchers to withdraw. Shows nothing if the count cannot be read. */
function VoucherBadge() {
  const { data } = useQuery(voucherCount)
  const count = data?.TO_WITHDRAW ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > maxCounted ? `${maxCounted}+` : count}</span>
      <span className={styles.told}>{text.shell.toWithdraw(count)}</span>
    </span>
  )
}
