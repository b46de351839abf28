import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Prize } from '#contract/prize.ts'

import { PrizeCard } from './PrizeCard.tsx'

import styles from './PrizeGrid.module.css'

type PrizePageProps = {
  prizes: Prize[]
  from: string
  /** Drawn at once; the others when they come near. */
  is_first: boolean
}

/**
 * Some prizes one after the other. A page that was never near is an empty place as high as it was when last seen: who comes
 * back to the five hundredth prize finds it where it was, and waits for no other. It is drawn anew only when one of its own
 * prizes has changed.
 */
export const PrizePage = memo(function PrizePage({ prizes, from, is_first }: PrizePageProps) {
  const list = useRef<HTMLUListElement>(null)
  const [is_drawn, setDrawn] = useState(is_first)
  const id = prizes[0]?.id ?? ''
  // What is near is the browser's to know.
  useEffect(() => {
    if (is_drawn || !list.current) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setDrawn(true)
      },
      { rootMargin: near },
    )
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [is_drawn])
  // Before it leaves the page: then it has a height no more.
  useLayoutEffect(() => {
    const element = list.current
    return () => {
      if (is_drawn && element) heights.set(id, element.offsetHeight)
    }
  }, [is_drawn, id])
  return (
    <ul
      ref={list}
      className={styles.grid}
      style={is_drawn ? undefined : { minHeight: heights.get(id) ?? default_height_px }}
    >
      {is_drawn &&
        prizes.map((prize, at) => (
          <PrizeCard
            key={prize.id}
            prize={prize}
            from={from}
            in_sight={is_first && at < first_in_sight}
          />
        ))}
    </ul>
  )
})

/** The first rows of a phone, the first of a desk. */
const first_in_sight = 4
/** A screen of a phone and more ahead. */
const near = '1200px'
/** Of a page that nobody has seen: rather too low, because what is above it then stays where it is. */
const default_height_px = 1_500
/** A page's first prize → how high it was. As long as the tab lives: at most as many as there are prizes. */
const heights = new Map<string, number>()
