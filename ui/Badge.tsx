import type { ReactNode } from 'react'

import styles from './Badge.module.css'

type BadgeProps = { tone?: 'plain' | 'success' | 'danger'; children: ReactNode }

/** A short word for the state of the element beside it. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
