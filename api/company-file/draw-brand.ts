/** Draws a logo and a favicon for a new company: initials on the brand's colour, with the name beside them. */

import { escapeHtml } from '#api/http/escape-html.ts'
import { brandColours, defaultBrand } from '#contract/brand/theme.ts'

/** px. Screens show the logo at three quarters of this height. */
const height = 48
/** A letter's width as a part of the font size, for the widest of the usual fonts. */
const letterWidth = 0.62
const font = 'font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif"'

/** Draws `name` in a colour that is legible on a light or dark page. */
export function drawLogo(name: string, primary_color: string): string {
  const { light, dark } = brandColours({ ...defaultBrand, primary_color })
  const size = 26
  const width = Math.ceil(height + 12 + name.length * size * letterWidth)
  return svg(
    width,
    `<style>.name{fill:${light['brand-text']}}@media (prefers-color-scheme:dark){.name{fill:${dark['brand-text']}}}</style>` +
      sign(name, primary_color) +
      `<text class="name" x="${height + 12}" y="33" ${font} font-size="${size}" font-weight="700">${escapeHtml(name)}</text>`,
  )
}

export function drawFavicon(name: string, primary_color: string): string {
  return svg(height, sign(name, primary_color))
}

function sign(name: string, primary_color: string): string {
  const { light } = brandColours({ ...defaultBrand, primary_color })
  const initials = initialsOf(name)
  return (
    `<rect width="${height}" height="${height}" rx="12" fill="${light['brand']}"/>` +
    `<text x="24" y="${initials.length > 1 ? 31 : 33}" text-anchor="middle" ${font} font-size="${initials.length > 1 ? 20 : 26}" font-weight="700" fill="${light['on-brand']}">${escapeHtml(initials)}</text>`
  )
}

/** 'Farol & Filhos' → 'FF' */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => /^./u.exec(word)![0].toLocaleUpperCase('pt-BR')).join('') || '•'
}

function svg(width: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`
}
