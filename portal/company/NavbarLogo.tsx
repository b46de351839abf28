import { useLayoutEffect, useRef, useState } from 'react'

import { CompanyLogo, CompanySymbol } from './CompanyLogo.tsx'

import styles from './CompanyLogo.module.css'

/** A logo lower than this is illegible, so the symbol replaces it. */
const minHeight_px = 24

/** The logo in the free space of the navbar. If it would be too small, the company's symbol replaces it. */
export function NavbarLogo() {
  const room = useRef<HTMLSpanElement>(null)
  const [ratio, setRatio] = useState<number | undefined>(undefined)
  const [isTooSmall, setIsTooSmall] = useState(false)
  // Measure the layout, because the free space depends on the balance beside the logo and on the text size.
  useLayoutEffect(() => {
    const element = room.current
    if (!element || ratio === undefined) return undefined
    const observer = new ResizeObserver(() =>
      setIsTooSmall(element.clientWidth / ratio < minHeight_px),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ratio])
  return (
    <span ref={room} className={styles.room}>
      {isTooSmall ? <CompanySymbol /> : <CompanyLogo onRatio={setRatio} />}
    </span>
  )
}
