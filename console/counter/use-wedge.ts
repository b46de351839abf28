import { useEffect, useRef } from 'react'

import { wedge } from './wedge.ts'

/** Calls `onCode` with each code of a scanner that types, wherever the focus is. The code does not stay in the focused field. */
export function useWedge(onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  // An effect, because the page's keys are outside of React.
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    const feed = wedge()
    let before: { field: HTMLInputElement; value: string } | undefined
    function listen(event: KeyboardEvent) {
      const { key, timeStamp, ctrlKey, altKey, metaKey, target } = event
      const isModified = ctrlKey || altKey || metaKey
      const { code, begun } = feed({ key, at_ms: timeStamp, isModified })
      if (begun) {
        before =
          target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined
      }
      if (code === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (before?.field.isConnected) setValue(before.field, before.value)
      latest.current(code)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** As if a person had typed it: React hears of a value only by the setter of the element's prototype and an event. */
function setValue(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
