import { routeOf } from './routes.tsx'
import { screens } from './screens.ts'

/**
 * Loads the chunk of a screen as soon as a link to it is touched, pointed at or focused. The chunk has often arrived when the
 * press ends, so no fallback appears. Returns the function that removes the listeners.
 */
export function preloadPressed(): () => void {
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
  return () => {
    document.removeEventListener('pointerover', preload)
    document.removeEventListener('focusin', preload)
  }
}

function preload({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== location.origin) return
  const route = routeOf(link.pathname)
  if (route)
    screens
      .get(route.path)!
      .preload()
      // Ignore a failure: the screen loads its chunk again when it opens, and shows an error if that fails too.
      .catch(() => undefined)
}
