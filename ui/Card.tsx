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

type PartProps = { title: string; action?: ReactNode; children: ReactNode }

/** One of several regions that share a card. */
export function Part({ title, action, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id} className={styles.small}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
