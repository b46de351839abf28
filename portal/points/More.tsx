import { useEffect, useRef } from 'react'

import { NextPage, type Pages } from '#portal/feedback/NextPage.tsx'
import { historyText } from '#portal/text/history.ts'
import { pointsText } from '#portal/text/points.ts'

import styles from './More.module.css'

/**
 * The end of the history. Its button keeps the focus while there are more pages. When the last page has loaded, the closing
 * sentence gets the focus.
 */
export function More({ pages }: { pages: Pages }) {
  const { hasNextPage } = pages
  const end = useRef<HTMLParagraphElement>(null)
  const hasFocus = useRef(false)
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
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
    >
      <NextPage pages={pages} ahead="600px">
        {pointsText.more}
      </NextPage>
    </div>
  )
}
