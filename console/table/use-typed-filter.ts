/** A text filter: the field follows each key press, and the list follows after a pause. */

import { type ChangeEvent, useEffect, useRef, useState } from 'react'

/** The list is filtered after this time without another key press. */
const pause_ms = 300

/**
 * `applied` is the filter in the address, '' without one. `apply` puts another one there. The field shows what is typed, until the
 * address gets a filter that does not come from this field: by a link, by going back, or because all filters were cleared.
 */
export function useTypedFilter(applied: string, apply: (text: string) => void) {
  const [typed, setTyped] = useState(applied)
  const [sent, setSent] = useState(applied)
  const [seen, setSeen] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (applied !== seen) {
    setSeen(applied)
    if (applied !== sent) setTyped(applied)
    setSent(applied)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const text = target.value
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        setSent(text.trim())
        apply(text.trim())
      }, pause_ms)
    },
    /** Forgets a text that the list has not followed yet. */
    cancel: () => clearTimeout(timer.current),
  }
}
