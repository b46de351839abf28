/** The company's logos as PNG, because mail programs show no SVG, WebP or AVIF. */

import sharp from 'sharp'

import { companyImage } from '#api/company/image.ts'
import type { Company } from '#contract/company.ts'
import type { Database } from '#database/sql.ts'

/** px: twice the 36 px at which a mail shows the logo, for sharp screens. */
const height_px = 72
/** px: twice the 220 px of the widest logo, which leaves a margin on a phone of 320 px. */
const maxWidth_px = 440

/**
 * The logos of light and dark devices. `dark` is null where both show the same: the company has no `logo_dark`, or one scheme for
 * every device. Either is null when it cannot be drawn.
 */
export type Logos = { light: Buffer | null; dark: Buffer | null }

/** The address of a picture → its PNG. The address contains a hash of the content, so an entry never becomes stale. */
const drawn = new Map<string, Promise<Buffer | null>>()
/** Maximum cached PNGs: two for each of 100 companies. It bounds the memory of a server with more companies. */
const maxDrawn = 200

export async function logosOf(database: Database, company: Company): Promise<Logos> {
  const { id, logo_url, logo_dark_url, theme } = company
  const light = theme.scheme === 'dark' ? (logo_dark_url ?? logo_url) : logo_url
  const dark = theme.scheme === 'device' ? logo_dark_url : null
  return {
    light: await once(database, id, light),
    dark: dark === null ? null : await once(database, id, dark),
  }
}

function once(database: Database, company_id: string, url: string): Promise<Buffer | null> {
  const cached = drawn.get(url)
  if (cached) return cached
  if (drawn.size >= maxDrawn) drawn.clear()
  const drawing = companyImage(database, company_id, url.split('/').at(-1)!).then(
    (picture) => picture?.content && logoPicture(picture.content),
  )
  const logo = drawing.then((png) => png ?? null)
  drawn.set(url, logo)
  // After a failure of the database the next mail reads the picture again.
  logo.catch(() => drawn.delete(url))
  return logo
}

/** Null for a drawing that sharp cannot read. */
export async function logoPicture(picture: Buffer): Promise<Buffer | null> {
  return (
    sharp(picture, { density: 288, limitInputPixels: 16_000_000 })
      .resize({ height: height_px, width: maxWidth_px, fit: 'inside' })
      .png()
      .toBuffer()
      // A mail with the name alone is better than none.
      .catch(() => null)
  )
}
