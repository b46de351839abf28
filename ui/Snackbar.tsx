import { useEffect, useState } from 'react'

import styles from './Snackbar.module.css'

/** R2.12: the default time that a snackbar stays. */
const defaultDuration_ms = 2000

type SnackbarProps = { text: string; durationMs?: number; onEnd: () => void }

/**
 * A short message at the foot of the screen. Its timer pauses while the pointer is on it. The live region around it reads
 * it out.
 */
export function Snackbar({ text, durationMs = defaultDuration_ms, onEnd }: SnackbarProps) {
  const [held, setHeld] = useState(false)
  // Timers run outside React.
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onEnd, durationMs)
    return () => clearTimeout(timer)
  }, [held, durationMs, onEnd])
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
