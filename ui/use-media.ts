import { useSyncExternalStore } from 'react'

/** Whether a media query matches now, for what a style sheet cannot decide: whether to send a query, or what to open. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    // The server does not know the window.
    () => false,
  )
}
