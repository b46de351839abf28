import { Link } from 'wouter'

import styles from './LinkTabs.module.css'

type LinkTabsProps = { label: string; tabs: { href: string; label: string; current: boolean }[] }

/** Views of one screen. Each has its own address, so that a person can bookmark it, send it and go back to it. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={styles.nav}>
      <ul className={styles.tabs}>
        {tabs.map(({ href, label: name, current }) => (
          <li key={href}>
            <Link
              href={href}
              replace
              className={styles.tab}
              aria-current={current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
