/**
 * The brand's colours as CSS custom properties, light and dark (R1.6). The palette is derived from the three colours that a
 * company chose: primary, background and text. Text reaches WCAG AA for any choice: the palette changes a colour's lightness
 * until the contrast suffices.
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
import { heroProperties } from './hero.ts'
import { Look, lookProperties } from './look.ts'
import { tones } from './tone.ts'

export const Colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, { error: 'Use #RRGGBB' }))

export const defaultPrimaryColor = '#3F51B5'
export const defaultBackgroundColor = '#f9f9f9'

/** WCAG 2.2 AA, 1.4.11: the least contrast of a control's edge and of the focus ring. */
const controlContrast = 3
/** The opacity of the background picture. The contrast of text is computed with a black and a white picture at this opacity. */
const backgroundPart = 0.1

export type Brand = {
  primary_color: string
  background_color: string
  font_color: string | null
  /** A picture behind the page. */
  background_url?: string | null
  /** Chooses the pattern (contract/brand/hero.ts). */
  name?: string
  /** False: the logo needs no light plate in the dark scheme. */
  logo_needs_plate?: boolean
  theme?: Partial<Look>
}

/** The colours of pages without a company. */
export const defaultBrand: Brand = {
  primary_color: defaultPrimaryColor,
  background_color: defaultBackgroundColor,
  font_color: null,
}

/** From a property's name without its dashes to its value: #rrggbb, or a brightness for 'background-light'. */
type Scheme = Record<string, string>

/** The rules of each brand, computed once: every page of a company needs the same. */
const cssByBrand = new Map<string, string>()
/** Brands come and go, also in previews; the memory of a server does not grow with them. */
const maxCachedBrands = 1000

/**
 * A `:root` rule for each scheme that the brand is shown in.
 *
 * - --text, --text-soft and --brand-text are legible on --page, --surface and --brand-soft.
 * - --on-brand is legible on --brand, --brand-hover and --brand-pressed.
 * - --brand-edge bounds a --brand surface, --control a field; --focus is the focus ring. --line only divides.
 * - --danger, --success and --warning are colours of text. Each has a --…-soft to stand on.
 * - In the dark scheme --background-light dims the background picture, and --logo-plate lies behind a logo. The company made
 *   both for a light page.
 * - --paper-plate lies behind a logo on paper. Only a company with a dark page has it.
 */
export function themeCss(brand: Brand): string {
  const {
    primary_color,
    background_color,
    font_color,
    background_url,
    name,
    theme,
    logo_needs_plate,
  } = brand
  const hasPicture = Boolean(background_url)
  const key = JSON.stringify([
    primary_color,
    background_color,
    font_color,
    hasPicture,
    name,
    theme,
    logo_needs_plate,
  ])
  const css = cssByBrand.get(key) ?? cssText(brand)
  if (cssByBrand.size >= maxCachedBrands) cssByBrand.clear()
  cssByBrand.set(key, css)
  return css
}

function cssText(brand: Brand): string {
  const { light, dark } = shownColours(brand)
  const theme = lookOf(brand)
  const look = lookProperties(theme)
  const hero = (colours: Scheme) =>
    heroProperties(
      theme.hero,
      // Each scheme defines both properties.
      { brand: colours['brand']!, onBrand: colours['on-brand']! },
      brand.name ?? '',
    )
  const own = {
    'background-part': String(backgroundPart),
    ...look.light,
    ...light,
    ...hero(light),
  }
  const scheme = onlyScheme(brand)
  if (scheme !== null) {
    return `:root{color-scheme:${colorSchemeOf(brand)};${properties({
      ...darkOnly,
      ...own,
      ...(scheme === 'dark' && look.dark),
      ...(hasDarkPage(brand) && { 'paper-plate': light['page']! }),
    })}}`
  }
  return `:root{color-scheme:${colorSchemeOf(brand)};${properties(own)}}@media (prefers-color-scheme:dark){:root{${properties({ ...dark, ...look.dark, ...hero(dark) })}}}`
}

/** On a file host, the dark values of the build's own style sheet would otherwise show through a brand of one scheme. */
const darkOnly: Scheme = { 'logo-plate': 'transparent', 'background-light': '1' }

function properties(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

/** A file applied before a field existed lacks it. */
function lookOf({ theme }: Brand): Look {
  return Look.parse(theme ?? {})
}

/** Whether the company's own page is dark: then the portal is dark by day too. */
export function hasDarkPage(brand: Pick<Brand, 'background_color'>): boolean {
  return isDark(ownPage(brand))
}

/**
 * The scheme that every device shows (D13); null: each device shows its own. A dark page wins over `light`, which a company
 * file with such a page cannot have.
 */
function onlyScheme(brand: Brand): 'light' | 'dark' | null {
  if (hasDarkPage(brand)) return 'dark'
  const { scheme } = lookOf(brand)
  return scheme === 'device' ? null : scheme
}

/** The value of CSS `color-scheme`. `only`: a browser that darkens light pages by itself leaves this one as it is. */
export function colorSchemeOf(brand: Brand): string {
  const scheme = onlyScheme(brand)
  if (scheme === null) return 'light dark'
  return scheme === 'light' ? 'only light' : 'dark'
}

/** The colours on a light and on a dark device, also for mails: mail programs do not support custom properties. */
export function shownColours(brand: Brand): { light: Scheme; dark: Scheme } {
  const colours = brandColours(brand)
  const scheme = onlyScheme(brand)
  return scheme === null ? colours : { light: colours[scheme], dark: colours[scheme] }
}

/** The colour of a browser's bar above the page, on a device of each scheme. */
export function barColours(brand: Brand): { light: string; dark: string } {
  const { light, dark } = brandColours(brand)
  // Each palette has both colours.
  const bars = { light: light['brand']!, dark: dark['surface']! }
  const scheme = onlyScheme(brand)
  return scheme === null ? bars : { light: bars[scheme], dark: bars[scheme] }
}

/**
 * The two palettes of a brand. `light` is the company's own one: on paper, icons and passes it holds whatever scheme the
 * screens have. A company with a dark page has the same colours in both.
 */
export function brandColours(brand: Brand): { light: Scheme; dark: Scheme } {
  const primary = parse(brand.primary_color)
  const page = ownPage(brand)
  const veiled = Boolean(brand.background_url)
  const font = brand.font_color === null ? null : parse(brand.font_color)
  const isFlat = brand.theme?.surface === 'flat'
  const own = scheme({ primary, page, font, veiled, isFlat })
  if (isDark(page)) return { light: own, dark: own }
  const darkPage = darkPageOf(parse(brand.background_color), primary)
  return {
    light: own,
    dark: {
      ...scheme({ primary, page: darkPage, font: font && faint(font), veiled, isFlat }),
      ...(brand.logo_needs_plate !== false && { 'logo-plate': format(page) }),
      // Brightness of the background picture: a picture for a light page would make the dark page grey.
      'background-light': '0.4',
    },
  }
}

/** Light text with the hue of the company's text colour, for the dark scheme. */
function faint(font: Rgb): Rgb {
  const { chroma, hue } = toOklch(font)
  return oklch({ lightness: 0.94, chroma: Math.min(chroma, 0.03), hue })
}

/** The contrast of a page with black and with white text: above WCAG's 4.5, so that softer and coloured text reaches it. */
const pageContrast = { of_dark_text: 10, of_light_text: 12 }

/** The least contrast of --brand-soft with black or white text. Below it, no message colour would be legible and still coloured. */
const softContrast = 8

/** The company's background, made lighter or darker until text is legible on it. The smaller change wins. */
function ownPage(brand: Pick<Brand, 'background_color'>): Rgb {
  const background = parse(brand.background_color)
  const lighter = moved(background, white, [black], pageContrast.of_dark_text)
  const darker = moved(background, black, [white], pageContrast.of_light_text)
  return difference(lighter, background) <= difference(darker, background) ? lighter : darker
}

/** A dark page with a faint hue: that of the company's background, or of its primary colour if the background is grey. */
function darkPageOf(background: Rgb, primary: Rgb): Rgb {
  const { chroma, hue } = toOklch(background)
  const own = chroma > 0.01 ? { chroma, hue } : toOklch(primary)
  return oklch({ lightness: 0.19, chroma: Math.min(own.chroma, 0.014), hue: own.hue })
}

type Colors = { primary: Rgb; page: Rgb; font: Rgb | null; veiled: boolean; isFlat: boolean }

function scheme({ primary, page, font, veiled, isFlat }: Colors): Scheme {
  const dark = isDark(page)
  const away = dark ? white : black
  const surface = surfaceOn(page, primary, isFlat)
  const { brand, on_brand } = brandPair(primary, surface)
  const tint = mix(brand, surface, dark ? 0.2 : 0.12)
  const brandSoft = dark
    ? moved(tint, black, [white], softContrast)
    : moved(tint, white, [black], softContrast)
  const pages = veiled
    ? [page, veil(black, page, backgroundPart), veil(white, page, backgroundPart)]
    : [page]
  const grounds = [...pages, surface, brandSoft]
  const legible = (colour: Rgb, ratio = textContrast) => moved(colour, away, grounds, ratio)
  const text = legible(font ?? inkOn(page))
  const worst = grounds.toSorted((one, other) => contrast(one, text) - contrast(other, text))[0]!
  const brandText =
    isGrey(primary) && contrast(primary, surface) < textContrast ? text : legible(primary)
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

/** Whether a colour has no hue. Such a colour, just legible, looks like a disabled control, so the colour of text replaces it. */
function isGrey(colour: Rgb): boolean {
  return toOklch(colour).chroma < 0.02
}

/**
 * The surface of a card. A flat card has neither border nor shadow, so only its colour sets it apart. Therefore it has the tint
 * that differs most from the page.
 */
function surfaceOn(page: Rgb, primary: Rgb, isFlat: boolean): Rgb {
  if (isDark(page)) {
    const { lightness, chroma, hue } = toOklch(page)
    // Nearly black pages: 0.045 more is still black on a screen.
    const raised = Math.max(lightness + 0.045, isFlat ? 0.17 : 0)
    return oklch({ lightness: raised, chroma, hue })
  }
  if (!isFlat) return white
  const tints = [white, mix(primary, white, 0.1), mix(black, white, 0.06)]
  return tints.toSorted((one, other) => difference(other, page) - difference(one, page))[0]!
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
/** The least contrast of a brand surface on a dark card. It may be below 3:1, because --brand-edge marks the border. */
const shownContrast = 2

/** The primary colour as a surface, and the colour of text on it, white if legible. On a dark card the surface is lightened. */
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

/** The brand colour of a hovered or pressed control: further from its text colour, or nearer at the end of the scale. */
function shade(brand: Rgb, on_brand: Rgb, step: number): Rgb {
  const { lightness, ...rest } = toOklch(brand)
  const away = on_brand === white ? -step : step
  const hasRoom = lightness + away > 0.1 && lightness + away < 0.98
  const shaded = oklch({ ...rest, lightness: lightness + (hasRoom ? away : -away) })
  // A shade nearer to the text may lose the contrast. Then the control keeps its colour.
  return contrast(shaded, on_brand) >= textContrast ? shaded : brand
}
