import { routeOf } from './routes.tsx'
import { screens } from './screens.ts'

/**
 * Loads the chunk of a screen as soon as a link to it is touched, pointed at or focused. The chunk has often arrived when the press
 * ends, so no fallback appears. Returns the function that ends it.
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
      // The screen itself tries again, and says what it cannot load.
      .catch(() => undefined)
}
