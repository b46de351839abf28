import { useEffect, useRef } from 'react'

import { history_text } from '#portal/text/history.ts'
import { points_text } from '#portal/text/points.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

import styles from './More.module.css'

type MoreProps = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Before the end is seen, so that nobody waits for it. */
const ahead = '600px'

/**
 * What follows comes while the person scrolls, and by a button for who does not: it keeps the focus while there is more,
 * and gives it to the end when there is none.
 */
export function More({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: MoreProps) {
  const button = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const has_focus = useRef(false)
  const may_scroll = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // What is on the screen is the browser's to know. After a failure only the button tries again.
  useEffect(() => {
    if (!may_scroll || !button.current) return undefined
    const observer = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting && void fetchNextPage(),
      { rootMargin: ahead },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [may_scroll, fetchNextPage])
  // React tells of no blur when it takes the button away: who was at it goes on at the end.
  useEffect(() => {
    if (!hasNextPage && has_focus.current) end.current?.focus()
  }, [hasNextPage])
  if (!hasNextPage) {
    return (
      <p ref={end} tabIndex={-1} className={styles.end}>
        {history_text.end}
      </p>
    )
  }
  return (
    <div
      ref={button}
      className={styles.more}
      onFocus={() => void (has_focus.current = true)}
      onBlur={() => void (has_focus.current = false)}
    >
      {isFetchNextPageError && <Banner tone="error">{history_text.more_failed}</Banner>}
      <Button variant="plain" full busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? text.retry : points_text.more}
      </Button>
    </div>
  )
}
