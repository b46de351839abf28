import { useSyncExternalStore } from 'react'

/**
 * Whether a media query matches now, for decisions outside style sheets, such as whether to send a query. The server does not
 * know the window, so it answers `onServer`.
 */
export function useMedia(query: string, onServer: boolean): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
}
