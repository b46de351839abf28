import { type MouseEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'

/**
 * Follows a link to another view of the same screen after the paint that shows the press. Until then `pressed` is the
 * address of that link. Every component that reads the address renders when it changes: four times slower than a desk, that
 * takes up to 80 ms.
 */
export function usePress() {
  const [, navigate] = useLocation()
  const [pressed, setPressed] = useState<string>()
  // An effect, so that the next press and the end of the screen cancel the wait.
  useEffect(() => {
    if (pressed === undefined) return undefined
    return afterPaint(() => {
      navigate(pressed, { replace: true })
      setPressed(undefined)
    })
  }, [navigate, pressed])
  return {
    pressed,
    /** For a Link, which leaves presses that open another tab or window to the browser. */
    press: (event: MouseEvent<HTMLAnchorElement>, href: string) => {
      event.preventDefault()
      setPressed(href)
    },
  }
}

/** Returns the function that cancels the wait. */
function afterPaint(act: () => void): () => void {
  let timer: number | undefined
  // The callback of a frame runs before its paint, and a task of that callback after it.
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
