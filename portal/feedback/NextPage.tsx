import { type ReactNode, useEffect, useRef } from 'react'

import { nextPageText } from '#portal/text/next-page.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'

import styles from './NextPage.module.css'

export type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  errorUpdateCount: number
  fetchNextPage: () => Promise<unknown>
}

type NextPageProps = {
  pages: Pages
  /**
   * The next page is loaded when the end of the list is this near below the screen, as a CSS length. With `press` only the
   * button loads it.
   */
  ahead: `${number}px` | 'press'
  /** The button's words. */
  children: ReactNode
}

/**
 * The end of a list with more pages. It loads the next page before the person reaches it, so that scrolling never stops; or a
 * button loads it.
 */
export function NextPage({
  pages: { hasNextPage, isFetchingNextPage, isFetchNextPageError, errorUpdateCount, fetchNextPage },
  ahead,
  children,
}: NextPageProps) {
  const place = useRef<HTMLDivElement>(null)
  // After a failure only the button retries: while the end of the list stays near, automatic requests would follow each other
  // without end.
  const mayLoad = ahead !== 'press' && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  // Observe again after each page: an observer reports only changes, and the place may still be near.
  useEffect(() => {
    if (!mayLoad || !place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage()
      },
      { rootMargin: ahead },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [mayLoad, ahead, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={place} className={styles.next}>
      {isFetchNextPageError && (
        // A new element for each failure, so that a screen reader reads it again.
        <Banner key={errorUpdateCount} tone="error">
          {nextPageText.failed}
        </Banner>
      )}
      <Button variant="plain" full busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? text.retry : children}
      </Button>
    </div>
  )
}
