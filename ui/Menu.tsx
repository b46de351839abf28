import { type ReactNode, useId } from 'react'

import styles from './Menu.module.css'

type MenuProps = {
  label: string
  trigger: ReactNode
  /** As broad as a page of text wants to be, rather than as its longest line. */
  wide?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/**
 * A button that opens a short list of links and buttons. A disclosure rather than role="menu": these are ordinary links,
 * and a screen reader says so. The browser's own popover: it says whether it is open, Tab goes in, Esc gives the focus back,
 * a press outside closes.
 */
export function Menu({ label, trigger, wide = false, onToggle, children }: MenuProps) {
  const id = useId()
  return (
    <>
      <button type="button" className={styles.trigger} aria-label={label} popoverTarget={id}>
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className={`${styles.list} ${wide ? styles.wide : ''}`}
        onToggle={({ newState }) => onToggle?.(newState === 'open')}
      >
        {children}
      </div>
    </>
  )
}
