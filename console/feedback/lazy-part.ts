import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen in a chunk of its own. Without a network, or after a newer release, the chunk may not come. Then `Missing`
 * stands in its place, and the screen keeps what was typed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<Props>,
) {
  // The person reads why in `Missing`.
  return lazy(() => load().catch(() => ({ default: Missing })))
}
