import { useEffect, useState } from 'react'

import styles from './Snackbar.module.css'

/** R2.12: how long a snackbar stays unless told. */
const default_duration_ms = 2000

type SnackbarProps = { text: string; duration_ms?: number; onEnd: () => void }

/** A short word at the foot of the screen. It waits while it is pointed at, so that nobody has to hurry; its place says it. */
export function Snackbar({ text, duration_ms = default_duration_ms, onEnd }: SnackbarProps) {
  const [held, setHeld] = useState(false)
  // Time passes outside React.
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onEnd, duration_ms)
    return () => clearTimeout(timer)
  }, [held, duration_ms, onEnd])
  return (
    <span
      className={styles.snackbar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {text}
    </span>
  )
}
