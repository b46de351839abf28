import { type ChangeEvent, type ReactNode, useId } from 'react'

import styles from './FileButton.module.css'

type FileButtonProps = {
  children: ReactNode
  /** Endings and types, as of the attribute `accept`. */
  accept: string
  disabled?: boolean
  describedBy?: string
  onFile: (file: File) => void
}

/** Chooses a file of this device. The label is what one presses; the input keeps the focus and its keys. */
export function FileButton({ children, accept, disabled, describedBy, onFile }: FileButtonProps) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    if (file) onFile(file)
    // The same file can be chosen again.
    event.target.value = ''
  }
  return (
    <div className={styles.button}>
      <label htmlFor={id} className={styles.label}>
        {children}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        className={styles.input}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={choose}
      />
    </div>
  )
}
