import { useId } from 'react'

import styles from '#ui/form/Field.module.css'
import own from './field.module.css'

type TextAreaProps = {
  label: string
  name: string
  value: string
  hint: string | undefined
  error: string | undefined
  readOnly?: boolean
  rows?: number
  placeholder?: string | undefined
  /** Characters; shown when few are left. */
  max?: number | undefined
  onChange: (typed: string) => void
  onFocus?: (() => void) | undefined
  onBlur?: (() => void) | undefined
}

/** A text of several lines, which grows with it. */
export function TextArea({
  label,
  value,
  hint,
  error,
  max,
  onChange,
  rows = 3,
  ...area
}: TextAreaProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const isNearEnd = max !== undefined && value.length > max * 0.8
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {isNearEnd && (
          <span
            className={own.count}
          >{`${value.length.toLocaleString('pt-BR')} / ${max.toLocaleString('pt-BR')}`}</span>
        )}
      </div>
      <div className={styles.box} data-invalid={error !== undefined}>
        <textarea
          {...area}
          id={id}
          rows={rows}
          value={value}
          className={`${styles.input} ${own.area}`}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
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
