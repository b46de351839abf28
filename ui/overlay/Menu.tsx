import { type ReactNode, useId } from 'react'

import styles from './Menu.module.css'

type MenuProps = {
  label: string
  trigger: ReactNode
  /** As wide as a readable line of text, instead of as wide as its longest line. */
  wide?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/**
 * A button that opens a short list of links and buttons. A disclosure rather than role="menu", because a screen reader
 * should announce ordinary links. It uses the browser's own popover, which exposes its state, lets Tab in, returns focus on
 * Esc and closes on a press outside. A press on a link in it closes it too.
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
        ref={hideAtLink}
      >
        {children}
      </div>
    </>
  )
}

/**
 * Hides the list when one of its links is pressed. A popover stays open over the next screen. The listener is the element's own,
 * because the press is the link's: the list itself is nothing to press.
 */
function hideAtLink(list: HTMLElement | null): () => void {
  const hide = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a')) list?.hidePopover()
  }
  list?.addEventListener('click', hide)
  return () => list?.removeEventListener('click', hide)
}
