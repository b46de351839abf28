import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { Link } from 'wouter'

import styles from './Button.module.css'

/** `danger`: the main action of a question, which cannot be undone. */
type Variant = 'primary' | 'danger' | 'quiet' | 'plain'

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: Variant
  /** The action is in progress: the button keeps its place and focus, and ignores a second press. */
  busy?: boolean
  full?: boolean
  /** Why the button cannot be pressed now. Shown below the button. */
  disabledReason?: string | undefined
  /** The id of the element that shows the reason, where several buttons share it. */
  reasonId?: string
  children: ReactNode
}

export function Button({
  variant = 'primary',
  type = 'button',
  busy = false,
  full = false,
  disabledReason,
  reasonId,
  onClick,
  children,
  ...others
}: ButtonProps) {
  const ownId = useId()
  const inert = busy || disabledReason !== undefined
  // Not `disabled`: a disabled button loses focus, and a screen reader skips it without reading the reason.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <>
      <button
        {...others}
        // Callers choose the type; the default is 'button'.
        type={type}
        className={classes(variant, full)}
        aria-busy={busy}
        aria-disabled={inert}
        aria-describedby={disabledReason ? (reasonId ?? ownId) : others['aria-describedby']}
        onClick={press}
      >
        {busy && <span className={styles.spinner} aria-hidden="true" />}
        <span className={styles.label}>{children}</span>
      </button>
      {disabledReason && reasonId === undefined && (
        <p className={styles.reason} id={ownId}>
          {disabledReason}
        </p>
      )}
    </>
  )
}

type LinkButtonProps = { href: string; variant?: Variant; full?: boolean; children: ReactNode }

/** A link that looks like a button, because it leads to another page. */
export function LinkButton({ href, variant = 'primary', full = false, children }: LinkButtonProps) {
  return (
    <Link href={href} className={classes(variant, full)}>
      <span className={styles.label}>{children}</span>
    </Link>
  )
}

function classes(variant: Variant, full: boolean): string {
  return [styles.button, styles[variant], full && styles.full].filter(Boolean).join(' ')
}
