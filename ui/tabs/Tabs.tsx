import { Link } from 'wouter'

import { usePress } from './use-press.ts'

import styles from './Tabs.module.css'

export type Tab = {
  href: string
  label: string
  /** The number of entries; null: unknown. */
  count?: number | null | undefined
  current: boolean
}

/** Parts of one screen, as links with their own addresses. The row scrolls where it is too narrow. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { pressed, press } = usePress()
  const isCurrent = (tab: Tab) => (pressed ? tab.href === pressed : tab.current)
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul className={styles.row}>
        {tabs.map((tab) => (
          <li key={tab.href} ref={isCurrent(tab) ? showInRow : undefined}>
            <Link
              href={tab.href}
              className={styles.tab}
              aria-current={isCurrent(tab) ? 'page' : undefined}
              onClick={(event) => press(event, tab.href)}
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

/** Scrolls the row and not the page, whose scroll position the browser may have restored. */
function showInRow(tab: HTMLLIElement | null): void {
  const row = tab?.closest('nav')
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
