import { useEffect } from 'react'

/** Ctrl K, and ⌘K on a Mac. */
export function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
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
