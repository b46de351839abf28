import { Menu } from '@base-ui/react/menu'
import MenuIcon from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import UserRound from 'lucide-react/icons/user-round'
import { useNavigate } from 'react-router'

import { paths } from '#console/path/paths.ts'
import { useSuspended } from '#console/programme/draft/use-suspended.ts'
import { useMe } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { paletteText } from '#console/text/palette.ts'
import { roleName, shellText } from '#console/text/shell.ts'
import { titles } from '#console/text/titles.ts'

import styles from './TopBar.module.css'

type TopBarProps = { onOpenNav: () => void; onOpenPalette: () => void; onLeave: () => void }

export function TopBar({ onOpenNav, onOpenPalette, onLeave }: TopBarProps) {
  const suspended = useSuspended()
  return (
    <header className={styles.bar} aria-label={shellText.bar}>
      <button
        type="button"
        className={styles.open}
        aria-label={
          suspended > 0
            ? `${shellText.openNav}: ${draftText.suspended(suspended)}`
            : shellText.openNav
        }
        onClick={onOpenNav}
      >
        <MenuIcon size={20} aria-hidden="true" />
        {suspended > 0 && <span className={styles.dot} />}
      </button>
      <button type="button" className={styles.search} onClick={onOpenPalette}>
        <Search size={16} aria-hidden="true" />
        <span className={styles.words}>{paletteText.open}</span>
        <kbd className={styles.key}>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <span className={styles.space} />
      <UserMenu onLeave={onLeave} />
    </header>
  )
}

const isMac = navigator.userAgent.includes('Mac')

function UserMenu({ onLeave }: Pick<TopBarProps, 'onLeave'>) {
  const { staff, company } = useMe()
  const navigate = useNavigate()
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.user} aria-label={shellText.userMenu(staff.name)}>
        <UserRound size={18} aria-hidden="true" />
        <span className={styles.name}>{staff.name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className={styles.place}>
          <Menu.Popup className={styles.menu}>
            <div className={styles.who}>
              <strong>{staff.name}</strong>
              <span>{staff.email}</span>
              <span>{roleName(staff.role)}</span>
            </div>
            <Menu.Item
              className={styles.item}
              onClick={() => void navigate(paths['settings.account'])}
            >
              {titles['settings.account']}
            </Menu.Item>
            <Menu.LinkItem className={styles.item} href={company.portal_url} target="_blank">
              {shellText.portal}
            </Menu.LinkItem>
            <Menu.Item className={styles.item} onClick={onLeave}>
              {shellText.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
