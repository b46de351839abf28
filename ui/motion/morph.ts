import { flushSync } from 'react-dom'

import './morph.css'

const name = 'morph'

/**
 * Changes the screen by `update`, while the element `from` grows into the one that `to` selects afterwards (view transition).
 * Everything else changes at once. Where the browser cannot, where motion is reduced, or where the new element is not there yet,
 * only the change remains.
 */
export function morph(from: HTMLElement | null | undefined, to: string, update: () => void): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!from || isStill || !('startViewTransition' in document)) {
    update()
    return
  }
  let grown: HTMLElement | null = null
  from.style.viewTransitionName = name
  const transition = document.startViewTransition(() => {
    flushSync(update)
    // Two elements with the same name at the same time would end the transition.
    from.style.viewTransitionName = ''
    grown = document.querySelector<HTMLElement>(to)
    if (grown) grown.style.viewTransitionName = name
    else transition.skipTransition()
  })
  // Rejected when the transition is skipped: by us, by the next one, or because the page is hidden.
  transition.ready.catch(() => undefined)
  // Rejected if the callback failed. The page then shows the new state without the movement.
  void transition.finished
    .catch(() => undefined)
    .finally(() => grown?.style.removeProperty('view-transition-name'))
}
