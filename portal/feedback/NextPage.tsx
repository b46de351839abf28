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
  /** How far below the screen it loads the next page by itself, as a CSS length. 'press': only the button does. */
  ahead: `${number}px` | 'press'
  /** The button's words. */
  children: ReactNode
}

/** The end of a list with more pages. It loads the next page when it comes near, so that scrolling never stops, or by a button. */
export function NextPage({
  pages: { hasNextPage, isFetchingNextPage, isFetchNextPageError, errorUpdateCount, fetchNextPage },
  ahead,
  children,
}: NextPageProps) {
  const place = useRef<HTMLDivElement>(null)
  // After a failure only the button retries: a place that stays near would ask again without end.
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
