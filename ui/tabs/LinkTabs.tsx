import { Link } from 'wouter'

import { usePress } from './use-press.ts'

import styles from './LinkTabs.module.css'

type LinkTabsProps = { label: string; tabs: { href: string; label: string; current: boolean }[] }

/** Views of one screen. Each has its own address, so that a person can bookmark it, send it and go back to it. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const { pressed, press } = usePress()
  return (
    <nav aria-label={label} className={styles.nav}>
      <ul className={styles.tabs}>
        {tabs.map(({ href, label: name, current }) => (
          <li key={href}>
            <Link
              href={href}
              className={styles.tab}
              aria-current={(pressed ? href === pressed : current) ? 'page' : undefined}
              onClick={(event) => press(event, href)}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
