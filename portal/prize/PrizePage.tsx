import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Prize } from '#contract/prize.ts'

import { PrizeCard } from './PrizeCard.tsx'

import styles from './PrizeGrid.module.css'

type PrizePageProps = {
  prizes: Prize[]
  from: string
  /** The first page is rendered at once, other pages when they come near. */
  isFirst: boolean
}

/**
 * One page of the list. A page that has not come near the screen is an empty box with its last known height. So a person who
 * goes back finds prize 500 at its place, and the other pages need not be rendered. Memoised: it renders again only when one
 * of its prizes changes.
 */
export const PrizePage = memo(function PrizePage({ prizes, from, isFirst }: PrizePageProps) {
  const list = useRef<HTMLUListElement>(null)
  const [isDrawn, setDrawn] = useState(isFirst)
  const id = prizes[0]?.id ?? ''
  // An observer reports when the page comes near.
  useEffect(() => {
    if (isDrawn || !list.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setDrawn(true)
      },
      { rootMargin: near },
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [isDrawn])
  // A layout effect's clean-up runs while the element still has a height.
  useLayoutEffect(() => {
    const element = list.current
    return () => {
      if (isDrawn && element) heights.set(id, element.offsetHeight)
    }
  }, [isDrawn, id])
  return (
    <ul
      ref={list}
      className={styles.grid}
      style={isDrawn ? undefined : { minHeight: heights.get(id) ?? defaultHeight_px }}
    >
      {isDrawn &&
        prizes.map((prize, at) => (
          <PrizeCard
            key={prize.id}
            prize={prize}
            from={from}
            inSight={isFirst && at < firstInSight}
          />
        ))}
    </ul>
  )
})

/** The first two rows on a phone, the first row on a desktop. */
const firstInSight = 4
/** 1200 px are more than one screen of a phone. */
const near = '1200px'
/** The assumed height of an unknown page. It is low rather than high, so that the content above keeps its position. */
const defaultHeight_px = 1_500
/** A page's first prize → its last height in px. Kept until the tab closes; at most one entry for each prize. */
const heights = new Map<string, number>()
