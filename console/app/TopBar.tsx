import { Menu } from '@base-ui/react/menu'
import { Menu as MenuIcon, UserRound } from 'lucide-react'

import { useMe } from '#console/session/use-me.ts'
import { useSignOut } from '#console/session/use-sign-out.ts'
import { roleNames, shellText } from '#console/text/shell.ts'

import styles from './TopBar.module.css'

export function TopBar({ onOpenNav }: { onOpenNav: () => void }) {
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.open}
        aria-label={shellText.openNav}
        onClick={onOpenNav}
      >
        <MenuIcon size={20} aria-hidden="true" />
      </button>
      <span className={styles.space} />
      <UserMenu />
    </header>
  )
}

function UserMenu() {
  const { staff, company } = useMe()
  const signOut = useSignOut()
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.user} aria-label={shellText.userMenu(staff.name)}>
        <UserRound size={18} aria-hidden="true" />
        <span className={styles.name}>{staff.name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end">
          <Menu.Popup className={styles.menu}>
            <div className={styles.who}>
              <strong>{staff.name}</strong>
              <span>{staff.email}</span>
              <span>{roleNames[staff.role]}</span>
            </div>
            <Menu.LinkItem className={styles.item} href={company.portal_url} target="_blank">
              {shellText.portal}
            </Menu.LinkItem>
            <Menu.Item className={styles.item} onClick={() => void signOut()}>
              {shellText.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
