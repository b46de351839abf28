import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, type SelectHTMLAttributes, useId } from 'react'

import styles from './Field.module.css'

type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & {
  label: string
  name: string
  /** The message of the rule that the choice breaks. */
  error?: string | undefined
  children: ReactNode
}

/** A native select with its label and error. Its children are its options. */
export function SelectField({ label, error, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
      </div>
      <div className={styles.box} data-invalid={error !== undefined}>
        <select
          {...select}
          id={id}
          className={`${styles.input} ${styles.select}`}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
        >
          {children}
        </select>
        <ChevronDown size={20} aria-hidden="true" className={styles.chevron} />
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
