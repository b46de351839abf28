/** The fonts of titles, figures and buttons: `theme.font` in company.yaml. `system` is the device's own font, without a file. */

export const fonts = [
  'system',
  'grotesk',
  'humanist',
  'rounded',
  'slab',
  'serif',
  'display',
] as const
export type Font = (typeof fonts)[number]
export type LoadedFont = Exclude<Font, 'system'>

/**
 * `file` is the Latin subset of one weight, from @fontsource. The font's `width` is relative to that of Arial Bold. Its heights
 * in a line are `ascent` and `descent`, in percent. A `scale` enlarges a font with small letters and reduces a wide one.
 */
type Face = { file: string; width: number; ascent: number; descent: number; scale?: number }

const faces: Record<LoadedFont, Face> = {
  grotesk: {
    file: 'space-grotesk-latin-700-normal',
    width: 99.9,
    ascent: 98.5,
    descent: 29.2,
  },
  humanist: { file: 'cabin-latin-700-normal', width: 90, ascent: 107.2, descent: 27.8 },
  rounded: { file: 'quicksand-latin-700-normal', width: 100.8, ascent: 99.2, descent: 24.8 },
  slab: { file: 'roboto-slab-latin-700-normal', width: 98.2, ascent: 106.7, descent: 27.6 },
  serif: {
    file: 'crimson-pro-latin-700-normal',
    width: 98,
    ascent: 102.5,
    descent: 24.6,
    scale: 112,
  },
  display: {
    file: 'archivo-black-latin-400-normal',
    width: 103.3,
    ascent: 76.5,
    descent: 18.3,
    scale: 90,
  },
}

/** The name of the font's file, which a build extends by a hash. */
export function fontFile(font: LoadedFont): string {
  return faces[font].file
}

/** The value of --font-title. */
export function titleFont(font: Font): string {
  if (font === 'system') return 'inherit'
  const generic = font === 'slab' || font === 'serif' ? 'serif' : 'sans-serif'
  return `fiel-${font},fiel-${font}-fallback,${generic}`
}

/**
 * The faces of one font. A page has only the faces of the chosen font, because Chrome loads every face in a page's own
 * <style>. The `font-display` is `optional`: a font that is late is used from the next page on, so no text ever moves. The
 * fallback is the device's Arial or Roboto in the font's width and height.
 */
export function fontFaces(font: LoadedFont, url: string): string {
  const { width, ascent, descent, scale = 100 } = faces[font]
  const local = ['Arial Bold', 'Roboto Bold', 'Liberation Sans Bold']
    .map((name) => `local('${name}')`)
    .join()
  return [
    `@font-face{font-family:fiel-${font};font-weight:100 900;font-display:optional;size-adjust:${scale}%;src:url(${url}) format('woff2')}`,
    `@font-face{font-family:fiel-${font}-fallback;font-weight:100 900;src:${local};size-adjust:${width}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`,
  ].join('')
}
