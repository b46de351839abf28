import { type ReactNode, useEffect, useRef } from 'react'

/** A screen's h1. It takes focus when the screen appears, so that a screen reader says where the person is. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The focused link of the last screen is gone, so focus the title.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={title} tabIndex={-1}>
      {children}
    </h1>
  )
}
