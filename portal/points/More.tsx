import { useEffect, useRef } from 'react'

import { historyText } from '#portal/text/history.ts'
import { pointsText } from '#portal/text/points.ts'
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

/** Loads the next page before the end is visible. */
const ahead = '600px'

/**
 * Loads the next page while the person scrolls, or with a button. The button keeps the focus while there are more pages,
 * and then gives it to the end of the list.
 */
export function More({
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: MoreProps) {
  const button = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const hasFocus = useRef(false)
  const mayScroll = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // An observer reports when the button comes near. After a failure only the button retries.
  useEffect(() => {
    if (!mayScroll || !button.current) return undefined
    const observer = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting && void fetchNextPage(),
      { rootMargin: ahead },
    )
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [mayScroll, fetchNextPage])
  // React reports no blur when it removes a focused button, so move the focus to the end.
  useEffect(() => {
    if (!hasNextPage && hasFocus.current) end.current?.focus()
  }, [hasNextPage])
  if (!hasNextPage) {
    return (
      <p ref={end} tabIndex={-1} className={styles.end}>
        {historyText.end}
      </p>
    )
  }
  return (
    <div
      ref={button}
      className={styles.more}
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
    >
      {isFetchNextPageError && <Banner tone="error">{historyText.moreFailed}</Banner>}
      <Button variant="plain" full busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? text.retry : pointsText.more}
      </Button>
    </div>
  )
}
