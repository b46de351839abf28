import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { useTopDialog } from './top-dialog.ts'

import styles from './Snackbar.module.css'

/** R2.12: the default time that a snackbar stays. */
const defaultDuration_ms = 2000

type SnackbarProps = { text: string; durationMs?: number | undefined; onEnd: () => void }

/**
 * A short message at the foot of the screen. Its timer pauses while the pointer is on it. The live region around it reads it
 * out. While a dialog is open, the message is rendered inside that dialog and above it, because the rest of the page is inert.
 */
export function Snackbar({ text, durationMs = defaultDuration_ms, onEnd }: SnackbarProps) {
  const [held, setHeld] = useState(false)
  const dialog = useTopDialog()
  // An effect, because timers run outside React.
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(onEnd, durationMs)
    return () => clearTimeout(timer)
  }, [held, durationMs, onEnd])
  const message = (
    <span
      // A popover is in the top layer of the browser, and above a dialog that was there before it.
      ref={showPopover}
      popover="manual"
      role={dialog && 'status'}
      className={styles.snackbar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {text}
    </span>
  )
  return dialog ? createPortal(message, dialog) : message
}

/**
 * Shows the message in the top layer. Inside a dialog that has just closed, the element is no longer in the page; React then
 * renders the message outside that dialog.
 */
function showPopover(element: HTMLElement | null): void {
  if (element?.isConnected) element.showPopover()
}
