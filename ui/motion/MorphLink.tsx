import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'

import { morph } from './morph.ts'

type MorphLinkProps = {
  href: string
  /** The history state of the new address. */
  state: object
  className: string | undefined
  /** Selects the element that the picture grows into. */
  to: string
  /** Runs before the address changes. */
  onOpen?: () => void
  children: ReactNode
}

/** A link in a list. The picture of its entry grows into that of the screen or dialog that it opens. */
export function MorphLink({ href, state, className, to, onOpen, children }: MorphLinkProps) {
  const [, navigate] = useLocation()
  function open(event: MouseEvent<HTMLAnchorElement>) {
    // A press that opens another tab or window is the browser's.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) {
      return
    }
    event.preventDefault()
    onOpen?.()
    const picture = event.currentTarget
      .closest('li')
      ?.querySelector<HTMLElement>('[data-part=picture]')
    morph(picture, to, () => navigate(href, { state }))
  }
  return (
    <Link href={href} className={className} onClick={open}>
      {children}
    </Link>
  )
}
