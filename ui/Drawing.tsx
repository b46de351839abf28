import { useMemo } from 'react'

import { trustedDrawing } from './trusted.ts'

import styles from './Drawing.module.css'

/** One of our own drawings, imported with `?raw`. It is inlined so that it takes the page's colours. */
export function Drawing({ svg }: { svg: string }) {
  // React compares this object by identity: a new one would draw the picture again.
  const __html = useMemo(() => trustedDrawing(svg), [svg])
  return <div className={styles.drawing} aria-hidden="true" dangerouslySetInnerHTML={{ __html }} />
}
