import { useLayoutEffect } from 'react'

/** Ctrl K, and ⌘K on a Mac. Listens before the first paint: an effect after it would miss a press on a busy device. */
export function usePaletteKey(onPress: () => void): void {
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onPress])
}
