import sharp from 'sharp'

/** Twice the 36 px at which a mail shows it, for sharp screens. */
const height_px = 72
const max_width_px = 440

/** A company's logo as mail programs show it, who know no SVG, WebP or AVIF: a PNG within the mail. Null where it cannot be drawn. */
export async function logoPicture(picture: Buffer | null): Promise<Buffer | null> {
  if (!picture) return null
  return sharp(picture, { density: 288, limitInputPixels: 16_000_000 })
    .resize({ height: height_px, width: max_width_px, fit: 'inside' })
    .png()
    .toBuffer()
    .catch(() => null) // A mail with the name alone is better than none.
}
