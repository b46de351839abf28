import { useEffect, useRef, useState } from 'react'

/** Long enough to notice the change, short enough not to wait for it. */
const duration_ms = 600

/** Animates an increase of a number for 600 ms. A decrease, the first number and reduced motion are not animated. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target)
  const from = useRef(target)
  // An effect, because animation frames run outside React.
  useEffect(() => {
    const start = from.current
    from.current = target
    const isMoving = target > start && !matchMedia('(prefers-reduced-motion: reduce)').matches
    const began = performance.now()
    let frame = requestAnimationFrame(step)
    function step(now: number) {
      const part = isMoving ? Math.min(1, Math.max(0, now - began) / duration_ms) : 1
      setShown(Math.round(start + (target - start) * part))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
