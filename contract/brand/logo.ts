/** Which of a company's two logos a screen shows. It reads no colours: the palette's code is not in the portal's first load. */

import type { Look } from './look.ts'

/** What decides between the logos. */
export type LogoBrand = {
  logo_url: string
  logo_dark_url: string | null
  theme: Pick<Look, 'scheme'>
}

/**
 * The picture that replaces the logo, and the media query for which it does; null: the logo is shown everywhere. Paper is
 * light, so a portal that is always dark prints the logo.
 */
export function darkLogo({
  logo_dark_url,
  theme,
}: LogoBrand): { url: string; media: string } | null {
  if (logo_dark_url === null || theme.scheme === 'light') return null
  const media = theme.scheme === 'dark' ? 'screen' : '(prefers-color-scheme: dark)'
  return { url: logo_dark_url, media }
}
