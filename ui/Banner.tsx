import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'

import styles from './Banner.module.css'

type BannerProps = {
  tone: 'info' | 'warning' | 'error' | 'success'
  children: ReactNode
  action?: ReactNode
  /**
   * On a phone the banner is one line from edge to edge. Its link then covers the whole line and shows an arrow in place of
   * its words.
   */
  compact?: boolean
} & ({ onDismiss: () => void; dismissLabel: string } | { onDismiss?: never; dismissLabel?: never })

/** A notice in the flow of the page (R2.12's general alert). An error interrupts a screen reader; other tones wait. */
export function Banner({
  tone,
  children,
  action,
  compact = false,
  onDismiss,
  dismissLabel,
}: BannerProps) {
  return (
    <div
      className={`${styles.banner} ${styles[tone]} ${compact ? styles.compact : ''}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <p className={styles.text}>{children}</p>
      {action}
      {onDismiss && (
        <button
          type="button"
          className={styles.dismiss}
          aria-label={dismissLabel}
          onClick={onDismiss}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
