import type { ReactNode } from 'react'

import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './StatePage.module.css'

/** A screen that only says something, with what can be done about it. */
export function StatePage({
  title,
  text,
  action,
}: {
  title: string
  text: string
  action?: ReactNode
}) {
  return (
    <div className={styles.page}>
      <ScreenTitle>{title}</ScreenTitle>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  )
}
