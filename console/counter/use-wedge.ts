import { useEffect, useEffectEvent } from 'react'

import { wedge } from './wedge.ts'

/**
 * Calls `onCode` with each code of a scanner that types and is for the caller, wherever the focus is. The code does not stay in the
 * focused field.
 */
export function useWedge(isFor: (code: string) => boolean, onCode: (code: string) => void): void {
  const isTaken = useEffectEvent(isFor)
  const take = useEffectEvent(onCode)
  // An effect, because the page's keys are outside of React.
  useEffect(() => {
    const feed = wedge()
    let before: { field: HTMLInputElement; value: string } | undefined
    function listen(event: KeyboardEvent) {
      const { key, timeStamp, ctrlKey, altKey, metaKey, repeat, target } = event
      // A key that is held down repeats as fast as a scanner types.
      const isModified = ctrlKey || altKey || metaKey || repeat
      const { code, begun } = feed({ key, at_ms: timeStamp, isModified })
      if (begun) {
        before =
          target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined
      }
      if (code === undefined || document.querySelector('dialog[open]')) return
      if (!isTaken(code)) return
      event.preventDefault()
      event.stopPropagation()
      // Before the caller takes the code: the field may be the caller's own, and then it shows the code.
      if (before?.field.isConnected) setValue(before.field, before.value)
      take(code)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** As if a person had typed it: React hears of a value only by the setter of the element's prototype and an event. */
function setValue(field: HTMLInputElement, value: string): void {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
