import type { ReactNode } from 'react'

import { Drawing } from './Drawing.tsx'

import styles from './EmptyState.module.css'

type EmptyStateProps = { drawing: string; title: string; text?: string; action?: ReactNode }

/** Stands where there is nothing to show, and says what that means and what to do next. */
export function EmptyState({ drawing, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing svg={drawing} />
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  )
}
