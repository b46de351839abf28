import { startTransition, useEffect, useState } from 'react'

/**
 * Follows `value` once the browser has painted the change. useDeferredValue would not wait for that paint: React begins with
 * the deferred value as soon as the urgent render is done. Removing 1,000 lines then delays the paint that a press waits for.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (value === painted) return undefined
    let timer: number | undefined
    // The callback of a frame runs before its paint, and a task of that callback after it.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setPainted(() => value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value, painted])
  return painted
}
