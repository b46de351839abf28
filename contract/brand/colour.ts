/**
 * Conversions of colours: sRGB for input and output, OKLCH (lightness 0–1, chroma, hue in degrees) to change them, WCAG's
 * contrast to compare them. Matrices: Björn Ottosson, https://bottosson.github.io/posts/oklab/, as in CSS Color 4.
 */

/** Red, green and blue, integers from 0 to 255 as on a screen, so that the computed contrast is the visible one. */
export type Rgb = readonly [number, number, number]
export type Oklch = { lightness: number; chroma: number; hue: number }
type Triple = readonly [number, number, number]

export const black: Rgb = [0, 0, 0]
export const white: Rgb = [255, 255, 255]

/** WCAG 2.2 AA, 1.4.3: the least contrast of text with its background. */
export const textContrast = 4.5

/** The number of halvings in a search: its error is then smaller than one step of a channel. */
const halvings = 12

/** Reads #rrggbb. */
export function parse(colour: string): Rgb {
  const channel = (at: number) => parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

export function format(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return a > b ? a / b : b / a
}

/** WCAG 2.2 relative luminance, 0 to 1. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Whether white text contrasts with this background better than black text. */
export function isDark(colour: Rgb): boolean {
  return luminance(colour) < 0.18
}

/** How far apart two colours look (ΔE OK): 0.02 can just be told apart, black and white are 1 apart. */
export function difference(one: Rgb, other: Rgb): number {
  const [a, b] = [toOklab(one), toOklab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Mixes the share `part` of `over` into `under`. It mixes in OKLab, because sRGB gives grey between two hues. */
export function mix(over: Rgb, under: Rgb, part: number): Rgb {
  const [a, b] = [toOklab(over), toOklab(under)]
  const at = (index: 0 | 1 | 2) => a[index] * part + b[index] * (1 - part)
  return toRgb(fromOklab([at(0), at(1), at(2)]))
}

/** Composes `over`, at the opacity `part`, on `under`, as a browser does. */
export function veil(over: Rgb, under: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(over[index] * part + under[index] * (1 - part))
  return [at(0), at(1), at(2)]
}

/** The sRGB colour of this lightness and hue, with as much of the chroma as a screen can show. */
export function oklch({ lightness, chroma, hue }: Oklch): Rgb {
  if (lightness <= 0) return black
  if (lightness >= 1) return white
  const radians = (hue * Math.PI) / 180
  const at = (share: number) =>
    fromOklab([lightness, chroma * share * Math.cos(radians), chroma * share * Math.sin(radians)])
  return toRgb(isShowable(at(1)) ? at(1) : at(furthest((share) => isShowable(at(share)))))
}

export function toOklch(colour: Rgb): Oklch {
  const [lightness, a, b] = toOklab(colour)
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return { lightness, chroma: Math.hypot(a, b), hue }
}

/**
 * Moves `colour` in lightness towards `target`, only until it contrasts with each of `grounds`. Returns the target if no
 * colour before it does.
 */
export function moved(colour: Rgb, target: Rgb, grounds: readonly Rgb[], ratio: number): Rgb {
  const isLegible = (tried: Rgb) => grounds.every((ground) => contrast(tried, ground) >= ratio)
  if (isLegible(colour)) return colour
  const { lightness, ...rest } = toOklch(colour)
  const end = target === white ? 1 : 0
  const at = (left: number) => oklch({ ...rest, lightness: end + (lightness - end) * left })
  return at(furthest((share) => isLegible(at(share))))
}

/** The largest share from 0 to 1 for which `holds` is true, found by halving. `holds(0)` must be true. */
function furthest(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < halvings; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

function linear(colour: Rgb): Triple {
  return [decoded[colour[0]]!, decoded[colour[1]]!, decoded[colour[2]]!]
}

/** The linear light of each value of a channel, by sRGB's transfer curve. */
const decoded = Array.from({ length: 256 }, (_, channel) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

function encoded(part: number): number {
  const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, shown)) * 255)
}

function toOklab(colour: Rgb): Triple {
  const [red, green, blue] = linear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Converts OKLab to linear light. A channel is below 0 or above 1 if no sRGB screen can show the colour. */
function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/**
 * The distance by which a channel may be outside of 0 to 1, in linear light. It is half of the smallest step, rounded up:
 * 1 / 255 / 12.92 / 2 = 0.00015. The function `encoded` moves such a channel to 0 or 255.
 */
const rounding = 0.0002

function isShowable(light: Triple): boolean {
  return light.every((part) => part >= -rounding && part <= 1 + rounding)
}

function toRgb([red, green, blue]: Triple): Rgb {
  return [encoded(red), encoded(green), encoded(blue)]
}
