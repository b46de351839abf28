/**
 * The brand's colours as CSS custom properties, light and dark (R1.6): a whole palette from the primary colour, the
 * background and the colour of text that a company chose. Text reaches WCAG AA for any choice: a colour changes
 * its lightness, never the contrast.
 */

import * as z from 'zod/mini'

import {
  black,
  contrast,
  difference,
  format,
  isDark,
  mix,
  moved,
  oklch,
  parse,
  type Rgb,
  textContrast,
  toOklch,
  veil,
  white,
} from './colour.ts'
import { tones } from './tone.ts'

export const Colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: 'Use #RRGGBB' }))

export const defaultPrimaryColor = '#3F51B5'
export const defaultBackgroundColor = '#f9f9f9'

/** WCAG 2.2 AA, 1.4.11: for what shows where a control is, and where the focus. */
const controlContrast = 3
/** How much of a background picture is seen through the page: what text is legible on is reckoned with it. */
const backgroundPart = 0.1

export type Brand = {
  primary_color: string
  background_color: string
  font_color: string | null
  /** A picture behind the page. */
  background_url?: string | null
}

/** Where there is no company to take colours from. */
export const defaultBrand: Brand = {
  primary_color: defaultPrimaryColor,
  background_color: defaultBackgroundColor,
  font_color: null,
}

/** A property's name, as in `themeCss` without its dashes → #rrggbb, or the light that is left of a picture. */
type Scheme = Record<string, string>

/** A page is asked for often, and its company's colours are the same each time. */
const known = new Map<string, string>()
const maxKnown = 1000

/**
 * A `:root` rule for each scheme. Text stands on --page, --surface and --brand-soft: --text, --text-soft, --brand-text.
 * On --brand (--brand-hover, --brand-pressed): --on-brand. --brand-edge bounds what is of --brand, --control a field,
 * --focus the ring; --line only divides. --danger, --success, --warning as text, each with its --…-soft behind it.
 * In the dark scheme --background-light dims the picture behind the page, and --logo-plate goes behind a logo: both were made
 * for the company's light page.
 */
export function themeCss(brand: Brand): string {
  const { primary_color, background_color, font_color, background_url } = brand
  const key = [primary_color, background_color, font_color, Boolean(background_url)].join(' ')
  const css = known.get(key) ?? written(brand)
  if (known.size >= maxKnown) known.clear()
  known.set(key, css)
  return css
}

function written(brand: Brand): string {
  const { light, dark } = brandColours(brand)
  const veiled = `--background-part:${backgroundPart}`
  // A company whose own page is dark is dark by day, too.
  if (isDark(ownPage(brand))) return `:root{color-scheme:dark;${veiled};${properties(light)}}`
  return `:root{color-scheme:light dark;${veiled};${properties(light)}}@media (prefers-color-scheme:dark){:root{${properties(dark)}}}`
}

function properties(scheme: Scheme): string {
  return Object.entries(scheme)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')
}

/**
 * The same colours where there are no custom properties: in a mail. `light` is the company's own scheme; of a company whose
 * page is dark both are the same.
 */
export function brandColours(brand: Brand): { light: Scheme; dark: Scheme } {
  const primary = parse(brand.primary_color)
  const page = ownPage(brand)
  const veiled = Boolean(brand.background_url)
  const font = brand.font_color === null ? null : parse(brand.font_color)
  const own = scheme({ primary, page, font, veiled })
  if (isDark(page)) return { light: own, dark: own }
  const darkPage = darkPageOf(parse(brand.background_color), primary)
  return {
    light: own,
    dark: {
      ...scheme({ primary, page: darkPage, font: font && faint(font), veiled }),
      'logo-plate': format(page),
      // Brightness of the background picture: a picture for a light page would make the dark page grey.
      'background-light': '0.4',
    },
  }
}

/** Text of the company's hue, for the scheme that the company did not choose it for. */
function faint(font: Rgb): Rgb {
  const { chroma, hue } = toOklch(font)
  return oklch({ lightness: 0.94, chroma: Math.min(chroma, 0.03), hue })
}

/** Against the blackest text, and the whitest: room is left for text that is softer, and for colours. */
const pageContrast = { of_dark_text: 10, of_light_text: 12 }

/** The company's background, moved to where text can be read: lighter or darker, whichever is nearer. */
function ownPage(brand: Brand): Rgb {
  const background = parse(brand.background_color)
  const lighter = moved(background, white, [black], pageContrast.of_dark_text)
  const darker = moved(background, black, [white], pageContrast.of_light_text)
  return difference(lighter, background) <= difference(darker, background) ? lighter : darker
}

/** A dark page with a breath of the company's hue: of its background where that has one, else of its primary colour. */
function darkPageOf(background: Rgb, primary: Rgb): Rgb {
  const { chroma, hue } = toOklch(background)
  const own = chroma > 0.01 ? { chroma, hue } : toOklch(primary)
  return oklch({ lightness: 0.19, chroma: Math.min(own.chroma, 0.014), hue: own.hue })
}

type Colors = { primary: Rgb; page: Rgb; font: Rgb | null; veiled: boolean }

function scheme({ primary, page, font, veiled }: Colors): Scheme {
  const dark = isDark(page)
  const away = dark ? white : black
  const surface = dark ? raised(page) : white
  const brandSoft = mix(primary, surface, dark ? 0.2 : 0.12)
  const pages = veiled
    ? [page, veil(black, page, backgroundPart), veil(white, page, backgroundPart)]
    : [page]
  const grounds = [...pages, surface, brandSoft]
  const legible = (colour: Rgb, ratio = textContrast) => moved(colour, away, grounds, ratio)
  const text = legible(font ?? inkOn(page))
  const worst = grounds.toSorted((one, other) => contrast(one, text) - contrast(other, text))[0]!
  const brandText = legible(primary)
  const { brand, on_brand } = brandPair(primary, surface)
  const { chroma, hue } = toOklch(text)
  const grey = oklch({ lightness: dark ? 0.5 : 0.7, chroma: Math.min(chroma, 0.03), hue })
  const colours = {
    brand,
    'on-brand': on_brand,
    'brand-hover': shade(brand, on_brand, 0.045),
    'brand-pressed': shade(brand, on_brand, 0.09),
    'brand-edge': legible(brand, controlContrast),
    'brand-text': brandText,
    'brand-soft': brandSoft,
    focus: legible(primary, controlContrast),
    page,
    surface,
    text,
    'text-soft': legible(mix(text, worst, 0.66)),
    line: mix(text, surface, 0.14),
    control: legible(grey, controlContrast),
    ...tones([brand, brandText], grounds, text),
  }
  return Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, format(colour)]))
}

/** Cards stand a little above a dark page. */
function raised(page: Rgb): Rgb {
  const { lightness, chroma, hue } = toOklch(page)
  return oklch({ lightness: lightness + 0.045, chroma, hue })
}

function inkOn(page: Rgb): Rgb {
  const { chroma, hue } = toOklch(page)
  return oklch({
    lightness: isDark(page) ? 0.95 : 0.22,
    chroma: Math.min(chroma, isDark(page) ? 0.008 : 0.015),
    hue,
  })
}

const ink: Rgb = [26, 26, 30]
/** Enough for a surface to be seen as one on a dark card; its edge is what bounds it. */
const shownContrast = 2

/** The primary colour as a surface, and what is written on it: white where it can be. On a dark card it is made to show. */
function brandPair(primary: Rgb, surface: Rgb): { brand: Rgb; on_brand: Rgb } {
  const shows = (colour: Rgb) => !isDark(surface) || contrast(colour, surface) >= shownContrast
  const brand = shows(primary) ? primary : moved(primary, white, [surface], shownContrast)
  const on_brand = [white, ink].find((colour) => contrast(colour, brand) >= textContrast)
  if (on_brand) return { brand, on_brand }
  const darker = moved(brand, black, [white], textContrast)
  return shows(darker)
    ? { brand: darker, on_brand: white }
    : { brand: moved(brand, white, [ink], textContrast), on_brand: ink }
}

/** The brand colour of a hovered or pressed control: away from its text colour, or towards it where there is no room. */
function shade(brand: Rgb, on_brand: Rgb, step: number): Rgb {
  const { lightness, ...rest } = toOklch(brand)
  const away = on_brand === white ? -step : step
  const hasRoom = lightness + away > 0.1 && lightness + away < 0.98
  const shaded = oklch({ ...rest, lightness: lightness + (hasRoom ? away : -away) })
  // Towards what is written on it there may be less room than that: then it stays.
  return contrast(shaded, on_brand) >= textContrast ? shaded : brand
}
