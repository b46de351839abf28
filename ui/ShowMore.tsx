import { type ReactNode, useEffect, useRef } from 'react'

import { Button } from './Button.tsx'

type ShowMoreProps = { busy: boolean; onMore: () => void; children: ReactNode }

/** A button at the end of a list with more pages. It loads the next page when it comes near, so that scrolling never stops. */
export function ShowMore({ busy, onMore, children }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  // Observe again after each page: an observer reports only changes, and the button may still be near.
  useEffect(() => {
    const element = place.current
    if (!element || busy) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore()
      },
      { rootMargin: near },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [busy, onMore])
  return (
    <div ref={place}>
      <Button variant="plain" full busy={busy} onClick={onMore}>
        {children}
      </Button>
    </div>
  )
}

/** About two phone screens ahead. */
const near = '1500px'
