import { useSyncExternalStore } from 'react'

/** Whether a media query matches now, for decisions outside style sheets, such as whether to send a query. */
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
