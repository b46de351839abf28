import type { ReactNode } from 'react'
import { Link } from 'react-router'

import styles from '#ui/Button.module.css'

type ButtonLinkProps = {
  to: string
  variant?: 'primary' | 'quiet' | 'plain'
  /** The accessible name, which begins with the words of the link. */
  label?: string
  children: ReactNode
}

/** A link that looks like a button, because it leads to another screen. */
export function ButtonLink({ to, variant = 'primary', label, children }: ButtonLinkProps) {
  return (
    <Link to={to} aria-label={label} className={`${styles.button} ${styles[variant]}`}>
      <span className={styles.label}>{children}</span>
    </Link>
  )
}
