import { type ReactNode, useId } from 'react'

import styles from './Card.module.css'

/** A group of elements on its own surface. With a title it is a region that a screen reader can jump to. */
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
