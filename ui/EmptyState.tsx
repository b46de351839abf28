import type { ReactNode } from 'react'

import { Drawing } from './Drawing.tsx'

import styles from './EmptyState.module.css'

type EmptyStateProps = { drawing: string; title: string; text?: string; action?: ReactNode }

/** Replaces an empty list with a drawing, an explanation and the next action. */
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
