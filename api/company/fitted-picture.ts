import sharp, { type Sharp } from 'sharp'

/** Renders the SVG at the requested size: enlarging a small rendering would blur it. Throws when it cannot be drawn. */
export async function fitted(
  svg: Buffer,
  maxWidth: number,
  maxHeight: number,
  position: 'centre' | 'left' | 'right' = 'centre',
): Promise<Sharp> {
  const { width, height } = await sharp(svg).metadata()
  const scale = Math.min(maxWidth / width, maxHeight / height)
  const density = Math.min(Math.max(72 * scale, 1), maxDensity)
  return sharp(svg, { density, limitInputPixels: 16_000_000 }).resize({
    width: Math.round(maxWidth),
    height: Math.round(maxHeight),
    fit: 'contain',
    position,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  })
}

/** Dots per inch for sharp's SVG renderer. At 72, a unit of the SVG is a pixel. */
const maxDensity = 2_400
