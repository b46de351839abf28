import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'

import type { TypedState } from './typed-identifier.ts'

type TypedLinkProps = {
  href: string
  /** What stands in the field for the identifier at the moment of the press. */
  typed: () => string
  children: ReactNode
}

/** A link between the screens of the login that takes the typed identifier along (typed-identifier.ts). */
export function TypedLink({ href, typed, children }: TypedLinkProps) {
  const [, navigate] = useLocation()
  return (
    <Link
      href={href}
      // wouter does not call this for a press that opens another tab.
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
