import { Link } from 'wouter'

import styles from './Tabs.module.css'

export type Tab = {
  href: string
  label: string
  /** How many are there; null: not known yet. */
  count?: number | null
  current: boolean
}

/** Parts of one screen, each with an address of its own: links, and so they are named. A row that moves where it is too wide. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul className={styles.row}>
        {tabs.map((tab) => (
          <li key={tab.href} ref={tab.current ? showInRow : undefined}>
            <Link
              href={tab.href}
              replace
              className={styles.tab}
              aria-current={tab.current ? 'page' : undefined}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count ?? '…'}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Moves the row and not the page: it may be scrolled to where one was. */
function showInRow(tab: HTMLLIElement | null): void {
  const row = tab?.closest('nav')
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
