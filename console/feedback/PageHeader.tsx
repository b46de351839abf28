import type { ReactNode } from 'react'

import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './PageHeader.module.css'

type PageHeaderProps = { title: string; text?: string; actions?: ReactNode }

/** A screen's title, a sentence about it, and its buttons at the right. */
export function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <ScreenTitle>{title}</ScreenTitle>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
