import type { ReactNode } from 'react'

import styles from './Stack.module.css'

/** Stacks its children vertically. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
