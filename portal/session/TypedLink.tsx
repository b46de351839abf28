import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'

import type { TypedState } from './typed-identifier.ts'

type TypedLinkProps = {
  href: string
  /** Returns the identifier field's value at the time of the press. */
  typed: () => string
  children: ReactNode
}

/** A link between login screens that passes on the typed identifier (typed-identifier.ts). */
export function TypedLink({ href, typed, children }: TypedLinkProps) {
  const [, navigate] = useLocation()
  return (
    <Link
      href={href}
      // wouter does not call this when the press opens another tab.
      onClick={(event) => {
        event.preventDefault()
        const state: TypedState = { identifier: typed() }
        navigate(href, { state })
      }}
    >
      {children}
    </Link>
  )
}
