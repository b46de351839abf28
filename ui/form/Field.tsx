import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

import styles from './Field.module.css'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string
  name: string
  /** The message of the rule that the value breaks. */
  error?: string | undefined
  /** A screen reader reads it when it changes. */
  hint?: string | undefined
  /** Stands beside the label: a choice about this field. */
  aside?: ReactNode
  /** Stands inside the box, after the value. */
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

/** A native input. Its label, hint and error are linked to it for a screen reader. */
export function Field({ label, error, hint, aside, end, inputRef, ...input }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={styles.box} data-invalid={error !== undefined}>
        <input
          {...input}
          id={id}
          ref={inputRef}
          className={styles.input}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
