/**
 * Decides whether a company's logo is legible on the dark surface. Otherwise it needs a light plate
 * behind it there.
 */

import sharp from 'sharp'

import { contrast, parse, type Rgb } from '#contract/brand/colour.ts'
import { type Brand, brandColours } from '#contract/brand/theme.ts'
import type { Database } from '#database/sql.ts'

import { companyImage } from './image.ts'

/** The minimum share of a logo's opaque pixels that contrast with the surface, and that contrast. Letters reach 3. */
const legible = { share: 0.9, contrast: 2.5 }
/** px: twice the height at which a logo is shown. */
const height = 72
/** px: bounds the pixels that are compared, because the comparison blocks the node. */
const width = 10 * height
/** Maximum pixels of a stored logo that sharp decodes: about 64 MB of memory at 4 bytes a pixel. */
const maxPixels = 16_000_000
/** Pixels with at least this alpha, of 255, are compared. A pixel at the edge of a shape is transparent in part. */
const opaque = 200

type Source = { company_id: string; hash: string; brand: Brand }

/** The results, by a key of picture and palette, so that each pair is measured once. */
const measured = new Map<string, Promise<boolean>>()
/** Bounds the memory of keys that no page requests any more. One key is about 100 bytes. */
const maxMeasured = 1_000

export function isLogoLegibleInDark(database: Database, source: Source): Promise<boolean> {
  const { primary_color, background_color, font_color, theme } = source.brand
  const key = [source.hash, primary_color, background_color, font_color, theme?.surface].join(' ')
  const cached = measured.get(key)
  if (cached) return cached
  if (measured.size >= maxMeasured) measured.clear()
  const measuring = measure(database, source)
  measured.set(key, measuring)
  // After a failure of the database the next request measures again.
  measuring.catch(() => measured.delete(key))
  return measuring
}

async function measure(database: Database, { company_id, hash, brand }: Source): Promise<boolean> {
  const logo = await companyImage(database, company_id, hash)
  // A scheme always has a surface.
  return logo ? standsOn(logo.content, parse(brandColours(brand).dark['surface']!)) : false
}

/** False also for a drawing that is empty or that sharp cannot read, so that it keeps its plate. */
async function standsOn(picture: Buffer, surface: Rgb): Promise<boolean> {
  const pixels = await sharp(picture, { limitInputPixels: maxPixels })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    // Without pixels the drawing keeps its plate.
    .catch(() => Buffer.alloc(0))
  let [ink, contrasting] = [0, 0]
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red, green, blue, alpha] = pixels.subarray(at, at + 4)
    if (alpha! < opaque) continue
    ink++
    if (contrast([red!, green!, blue!], surface) >= legible.contrast) contrasting++
  }
  return ink > 0 && contrasting / ink >= legible.share
}
