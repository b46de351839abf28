import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'

import { showLeaving } from './leaving-copy.ts'
import { openOnTop } from './top-dialog.ts'

import styles from './Dialog.module.css'

type DialogProps = {
  title: string
  /** Runs on Esc and on a press outside. Without it only the actions close the dialog. */
  onClose?: (() => void) | undefined
  /** A question whose first action must not be pressed by chance: the title gets the focus. */
  focusesTitle?: boolean
  actions: ReactNode
  children: ReactNode
}

/**
 * A modal on the browser's own <dialog>: it traps and restores focus, and the page behind is inert. Open while rendered.
 */
export function Dialog({ title, onClose, focusesTitle = false, actions, children }: DialogProps) {
  const id = useId()
  return (
    <Modal labelledBy={id} onClose={onClose} className={styles.dialog}>
      <h2
        id={id}
        className={styles.title}
        // Set `autofocus` by hand, because showModal uses it and React does not write it.
        ref={(element) => void element?.toggleAttribute('autofocus', focusesTitle)}
        tabIndex={focusesTitle ? -1 : undefined}
      >
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </Modal>
  )
}

type SheetProps = {
  title: string
  closeLabel: string
  /** Undefined while the sheet cannot be closed, as during a write whose answer closes it. */
  onClose: (() => void) | undefined
  children: ReactNode
}

/** A modal at the bottom of a phone's screen, and in the middle of a wider screen. Open while rendered. */
export function Sheet({ title, closeLabel, onClose, children }: SheetProps) {
  const id = useId()
  return (
    <Modal labelledBy={id} onClose={onClose} className={styles.sheet}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <button
        type="button"
        className={styles.close}
        aria-label={closeLabel}
        aria-disabled={onClose ? undefined : true}
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </button>
      {children}
    </Modal>
  )
}

type PlainProps = {
  label: string
  className: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A modal without a title of its own, for a caller that draws all of it. Open while rendered. */
export function Plain(plain: PlainProps) {
  return <Modal {...plain} />
}

type DrawerProps = { label: string; closeLabel: string; onClose: () => void; children: ReactNode }

/** A modal sheet at the side. Open while rendered. */
export function Drawer({ label, closeLabel, onClose, children }: DrawerProps) {
  return (
    <Modal label={label} onClose={onClose} className={styles.drawer}>
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
        <X aria-hidden="true" />
      </button>
      {children}
    </Modal>
  )
}

type ModalProps = {
  label?: string
  labelledBy?: string
  className: string | undefined
  onClose: (() => void) | undefined
  children: ReactNode
}

function Modal({ label, labelledBy, className, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closable = onClose !== undefined
  // The browser reports Esc and a press outside as `cancel`. A property, because React has no such attribute yet.
  useEffect(() => {
    if (dialog.current) dialog.current.closedBy = closable ? 'any' : 'none'
  }, [closable])
  // An effect, because only a call of `showModal` opens a dialog as a modal; no attribute does.
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (!element) return undefined
    const close = openOnTop(element)
    return () => {
      close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  // A layout effect, because its end comes before React takes the dialog out of the page.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => void (element && showLeaving(element))
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <div className={styles.panel}>{children}</div>
    </dialog>
  )
}
