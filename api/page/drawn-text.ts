/** Text as outlines of a bundled font, because a server may have no fonts. */

import { join } from 'node:path'

import { type Font, openSync } from 'fontkit'

import { titleFontFile } from '#api/company/title-font.ts'
import type { Font as TitleFont } from '#contract/brand/font.ts'

/**
 * Open Sans in Latin letters: everything that Portuguese needs. Other characters are left out. The files are those of
 * @fontsource/open-sans 5.3.0, whose other 4 MB no node needs.
 */
const files = {
  regular: 'open-sans-latin-400-normal.woff',
  bold: 'open-sans-latin-700-normal.woff',
}

/** `title`: a company's font of titles, in its one weight. */
type Style = { weight: keyof typeof files; title?: TitleFont; size: number; color: string }

const fonts = new Map<string, Font>()

function fontOf({ weight, title = 'system' }: Style): Font {
  const file = titleFontFile(title) ?? join(import.meta.dirname, 'fonts', files[weight])
  const font = fonts.get(file) ?? (openSync(file) as Font)
  fonts.set(file, font)
  return font
}

/** The distance of two lines, as a multiple of the size of letters. Accents and descenders of two lines do not touch. */
const lineHeight = 1.25

/** The text as an SVG group of lines below each other, from the upper left corner of a box. The last line ends with '…'. */
export function drawnText(
  text: string,
  box: { x: number; y: number; width: number; maxLines: number },
  style: Style,
): { svg: string; height: number } {
  const { size, color } = style
  const font = fontOf(style)
  const scale = size / font.unitsPerEm
  const widthOf = (line: string) => font.layout(line).advanceWidth * scale
  const lines = wrapped(drawable(text, font), box, widthOf)
  const paths = lines.map((line, at) => {
    const baseline = box.y + size + at * size * lineHeight
    let x = box.x
    const { glyphs, positions } = font.layout(line)
    const paths = glyphs.map((glyph, index) => {
      const path = `<path d="${glyph.path.toSVG()}" transform="translate(${x} ${baseline}) scale(${scale} ${-scale})"/>`
      x += positions[index]!.xAdvance * scale
      return path
    })
    return paths.join('')
  })
  return {
    svg: `<g fill="${color}">${paths.join('')}</g>`,
    height: lines.length * size * lineHeight,
  }
}

function drawable(text: string, font: Font): string {
  return Array.from(text)
    .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Breaks text into lines of whole words. Cuts a word that is wider than the box. */
function wrapped(
  text: string,
  { width, maxLines }: { width: number; maxLines: number },
  widthOf: (line: string) => number,
): string[] {
  const cut = (line: string): string =>
    widthOf(`${line}…`) <= width || line === '' ? `${line.trimEnd()}…` : cut(line.slice(0, -1))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(widthOf(word) <= width ? word : cut(word))
  }
  const shown = lines.slice(0, maxLines)
  if (lines.length > maxLines) shown[maxLines - 1] = cut(shown.at(-1)!)
  return shown
}
