/**
 * A filter may match few of millions of records. One call reads a bounded number of them, so its page may be empty although there are
 * older matches. Then the search goes on by itself for a while, and after that only by a button.
 */

import { useEffect, useState } from 'react'

import type { Movements } from '#contract/console/movement.ts'

/** Empty pages in a row that are read without being asked: 200,000 records. */
const maxEmptyPages = 10

type Query = {
  data: { pages: Movements[] } | undefined
  error: Error | null
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => unknown
}

export function useOlderPages({ data, error, hasNextPage, isFetching, fetchNextPage }: Query) {
  /** The number of pages at which the button was pressed. */
  const [resumedAt, setResumedAt] = useState(0)
  const pages = data?.pages ?? []
  const lastFound = pages.findLastIndex(({ movements }) => movements.length > 0)
  const isEmpty = lastFound === -1
  const isPaused = hasNextPage && pages.length - Math.max(resumedAt, lastFound + 1) >= maxEmptyPages
  const isLooking = isEmpty && hasNextPage && !isPaused && !error
  // An effect, because the arrival of an empty page is no event of a person. A table with rows asks for its pages itself.
  useEffect(() => {
    if (isLooking && !isFetching) fetchNextPage()
  }, [isLooking, isFetching, fetchNextPage])
  return {
    /** Nothing is found yet, and older records are being read. */
    isLooking,
    /** The instant down to which the search has looked before it stopped; undefined: it goes on, or all is read. */
    since: isPaused || (isEmpty && error) ? (pages.at(-1)?.read_to ?? undefined) : undefined,
    look: () => {
      setResumedAt(pages.length)
      fetchNextPage()
    },
  }
}
