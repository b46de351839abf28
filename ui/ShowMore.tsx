import { type ReactNode, useEffect, useRef } from 'react'

import { Button } from './Button.tsx'

type ShowMoreProps = { busy: boolean; onMore: () => void; children: ReactNode }

/** At the end of a list that has more: a button that presses itself as it comes near, so that scrolling never stops. */
export function ShowMore({ busy, onMore, children }: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null)
  // What is near is the browser's to know. Asked anew after each page: an observer tells only what changes.
  useEffect(() => {
    const element = place.current
    if (!element || busy) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onMore()
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

/** About two screens of a phone ahead. */
const near = '1500px'
