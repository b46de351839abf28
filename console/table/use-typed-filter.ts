/** A text filter: the field follows each key press, and the list follows after a pause. */

import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react'

/** The list is filtered after this time without another key press. */
const pause_ms = 300

/**
 * `applied` is the filter in the address, '' without one. `apply` puts another one there. The field shows what is typed, until the
 * address gets a filter that does not come from this field, by a link or by going back.
 */
export function useTypedFilter(applied: string, apply: (text: string) => void) {
  const [typed, setTyped] = useState(applied)
  const [sent, setSent] = useState(applied)
  const [seen, setSeen] = useState(applied)
  if (applied !== seen) {
    setSeen(applied)
    if (applied !== sent) setTyped(applied)
    setSent(applied)
  }
  const send = useEffectEvent((text: string) => {
    setSent(text)
    apply(text)
  })
  // An effect, because no event says that typing has ended. A change of the address cancels the timer.
  useEffect(() => {
    const text = typed.trim()
    if (text === applied) return undefined
    const timer = setTimeout(() => send(text), pause_ms)
    return () => clearTimeout(timer)
  }, [typed, applied])
  return {
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setTyped(target.value),
    /** Empties the field, also of a text that the list has not followed yet. */
    clear: () => {
      setTyped('')
      setSent('')
    },
  }
}
