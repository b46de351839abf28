import type { ReactNode } from 'react'

import styles from './Card.module.css'

type CardProps = { title?: string; action?: ReactNode; children: ReactNode }

/** A group of things on a surface of its own. */
export function Card({ title, action, children }: CardProps) {
  return (
    <section className={styles.card}>
      {title && (
        <div className={styles.top}>
          <h2 className={styles.title}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
