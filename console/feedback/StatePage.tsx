import type { ReactNode } from 'react'

import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './StatePage.module.css'

/** A screen with only a message, and buttons for what the person can do. */
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
