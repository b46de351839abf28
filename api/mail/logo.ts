import sharp from 'sharp'

/** px: twice the 36 px at which a mail shows the logo, for sharp screens. */
const height_px = 72
const maxWidth_px = 440

/** The company's logo as a PNG, because mail programs show no SVG, WebP or AVIF. null when it cannot be drawn. */
export async function logoPicture(picture: Buffer | null): Promise<Buffer | null> {
  if (!picture) return null
  return sharp(picture, { density: 288, limitInputPixels: 16_000_000 })
    .resize({ height: height_px, width: maxWidth_px, fit: 'inside' })
    .png()
    .toBuffer()
    .catch(() => null) // A mail with the name alone is better than none.
}
