/**
 * The brand's colours as CSS custom properties, light and dark (R1.6). Text on any of them reaches WCAG AA, whatever
 * primary colour a company chose: the colour gives way in lightness, never the contrast.
 */

import * as z from 'zod/mini'

export const Colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: 'Use #RRGGBB' }))

export const default_primary_color = '#3F51B5'
export const default_background_color = '#f9f9f9'

/** WCAG 2.2 AA for body text. */
const min_text_contrast = 4.5

export type Brand = {
  primary_color: string
  background_color: string
  font_color: string | null
}

/** Where there is no company to take colours from. */
export const default_brand: Brand = {
  primary_color: default_primary_color,
  background_color: default_background_color,
  font_color: null,
}

type Rgb = readonly [number, number, number]

const white: Rgb = [255, 255, 255]
const ink: Rgb = [26, 26, 30]
const night: Rgb = [20, 21, 24]
const night_surface: Rgb = [30, 31, 36]

/**
 * A `:root` rule for each scheme:
 * --brand the primary as a surface, --on-brand text upon it, --brand-text the primary as text upon page and cards,
 * --brand-soft a tint behind it, --page, --surface, --text, --text-soft.
 */
export function themeCss(brand: Brand): string {
  const { light, dark } = brandColours(brand)
  return `:root{color-scheme:light dark;${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`
}

function properties(scheme: Scheme): string {
  return Object.entries(scheme)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

/** A colour's name, as in `themeCss` without its dashes → #rrggbb. */
type Scheme = Record<string, string>

/** The same colours where there are no custom properties: in a mail. */
export function brandColours(brand: Brand): { light: Scheme; dark: Scheme } {
  const primary = parse(brand.primary_color)
  const page = lightPage(parse(brand.background_color))
  const text = legible(brand.font_color ? parse(brand.font_color) : ink, page, 7)
  return {
    light: scheme(primary, page, white, text),
    dark: scheme(primary, night, night_surface, [236, 236, 240]),
  }
}

function scheme(primary: Rgb, page: Rgb, surface: Rgb, text: Rgb): Scheme {
  const on_brand = contrast(white, primary) >= contrast(ink, primary) ? white : ink
  const brand = legible(primary, on_brand, min_text_contrast)
  const soft = mix(primary, surface, 0.12)
  const softest = [page, surface, soft].toSorted(
    (one, other) => contrast(one, text) - contrast(other, text),
  )[0]!
  const colours = {
    brand,
    'on-brand': on_brand,
    'brand-text': legible(primary, softest, min_text_contrast),
    'brand-soft': soft,
    page,
    surface,
    text: legible(text, softest, 7),
    'text-soft': legible(mix(text, softest, 0.66), softest, min_text_contrast),
    line: mix(text, surface, 0.14),
  }
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, format(colour)]))
}

/** A page behind dark text is light: a company's dark background is kept for the dark scheme's own. */
function lightPage(background: Rgb): Rgb {
  return contrast(background, ink) >= 7 ? background : parse(default_background_color)
}

/** `colour` moved towards black or white, whichever is nearer to legible, until it contrasts enough with `against`. */
function legible(colour: Rgb, against: Rgb, ratio: number): Rgb {
  const target: Rgb = luminance(against) > 0.18 ? [0, 0, 0] : white
  for (let part = 0; part < 1; part += 0.02) {
    const moved = mix(target, colour, part)
    if (contrast(moved, against) >= ratio) return moved
  }
  return target
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** `part` of `over`, the rest of `under`. */
function mix(over: Rgb, under: Rgb, part: number): Rgb {
  return over.map((channel, at) => Math.round(channel * part + under[at]! * (1 - part))) as never
}

export function parse(colour: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as never
}

function format(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
