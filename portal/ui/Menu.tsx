import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import styles from './Menu.module.css'

type MenuProps = { label: string; trigger: ReactNode; children: ReactNode }

/**
 * A button that opens a short list of links and buttons. A disclosure rather than role="menu": these are ordinary links,
 * and a screen reader says so. Arrows move, Esc closes and gives the focus back, a press outside or leaving closes.
 */
export function Menu({ label, trigger, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  // A press outside is nobody else's event to tell us about.
  useEffect(() => {
    if (!open) return undefined
    function closeOutside(event: PointerEvent) {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      moveFocus(root.current, step)
    }
  }

  return (
    <div
      ref={root}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      <div id={id} className={styles.list} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  )
}

/** To the next or previous of its links and buttons, round the end. */
function moveFocus(root: HTMLElement | null, step: number): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('a, button') ?? [])]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items.at((at + step) % items.length)?.focus()
}
