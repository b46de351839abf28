import { type ReactNode, useId } from 'react'

import styles from './Card.module.css'

/** A group of things on a surface of its own; with a title, a region that a screen reader can go to. */
export function Card({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={title && id}>
      {title && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
