import { type ReactNode, useId } from 'react'

import styles from './Checkbox.module.css'

type CheckboxProps = {
  name: string
  label: ReactNode
  defaultChecked?: boolean
  error?: string | undefined
}

export function Checkbox({ name, label, defaultChecked, error }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <div className={styles.row}>
        <input
          type="checkbox"
          id={id}
          name={name}
          defaultChecked={defaultChecked}
          className={styles.box}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
        />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
