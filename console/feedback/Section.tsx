import { type ReactNode, useId } from 'react'

import styles from './Section.module.css'

type SectionProps = { title: string; text?: string; actions?: ReactNode; children: ReactNode }

/** A part of a screen on its own surface: a region that a screen reader can jump to. */
export function Section({ title, text, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}
