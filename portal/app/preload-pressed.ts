import type { QueryClient } from '@tanstack/react-query'

import type { CompanyPage } from '#portal/company/company.ts'
import { prefetch } from '#portal/offline/session-cache.ts'

import { queriesOf, routeOf } from './routes.tsx'
import { screens } from './screens.ts'

/**
 * Loads the chunk of a screen as soon as a link to it is touched, pointed at or focused. It also requests the screen's data if the
 * link is in a navigation. Other links, such as prizes in the store, are touched by every scroll, so their data is not requested.
 * Chunk and data have often arrived when the press ends, so no fallback appears. Returns the function that removes the listeners.
 */
export function preloadPressed(client: QueryClient, company: CompanyPage): () => void {
  function preload({ type, target }: Event): void {
    const link = target instanceof Element ? target.closest('a') : null
    // A press has already preloaded its link when it moves the focus.
    if (type === 'focusin' && !link?.matches(':focus-visible')) return
    if (link?.origin !== location.origin) return
    const route = routeOf(link.pathname)
    if (!route) return
    screens
      .get(route.path)!
      .preload()
      // Ignore a failure: the screen loads its chunk again when it opens, and shows an error if that fails too.
      .catch(() => undefined)
    if (!link.closest('nav')) return
    prefetch(client, queriesOf(route, { path: link.pathname, search: link.search, company }))
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
  return () => {
    document.removeEventListener('pointerover', preload)
    document.removeEventListener('focusin', preload)
  }
}
