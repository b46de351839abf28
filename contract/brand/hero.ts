/**
 * The surface behind the balance card and behind the login's welcome text: `theme.hero` in company.yaml. Text on it reaches
 * WCAG AA with any brand colour. The patterns are CSS, so that no request is needed.
 */

import {
  black,
  contrast,
  format,
  mix,
  oklch,
  parse,
  type Rgb,
  textContrast,
  toOklch,
  veil,
  white,
} from './colour.ts'

export const heroes = ['solid', 'gradient', 'picture', 'pattern'] as const
export type Hero = (typeof heroes)[number]

/** The opacity of the veil between a picture and the text on it. */
export const heroVeil = 0.68

type Pair = { brand: string; onBrand: string }

/**
 * The property --hero is a value of `background`. Its main colour is --hero-color, and --on-hero is the colour of text on
 * it. --pattern is the same surface with a pattern. It replaces the banner's picture for a company without a banner.
 */
export function heroProperties(hero: Hero, pair: Pair, name: string): Record<string, string> {
  const { brand, onBrand } = pair
  const pattern = patternOf(pair, name)
  const surfaces: Record<Hero, { color: string; on: string; value: string }> = {
    solid: { color: brand, on: onBrand, value: brand },
    gradient: { color: brand, on: onBrand, value: gradientOf(pair) },
    picture: pictureGround(brand),
    pattern: { color: brand, on: onBrand, value: `${plainUnderText(brand)},${pattern}` },
  }
  const { color, on, value } = surfaces[hero]
  return {
    hero: value,
    'hero-color': color,
    'on-hero': on,
    'hero-veil': String(heroVeil),
    pattern,
  }
}

/** A layer above the pattern, which then shows in the upper right corner only. Text begins at the left, on the plain colour. */
function plainUnderText(brand: string): string {
  return `radial-gradient(130% 150% at 100% 0,#0000 15%,${brand} 62%)`
}

/** A dark colour of the brand's hue. White text is legible on it, and on a white picture under a veil of this colour. */
function pictureGround(brand: string) {
  const { chroma, hue } = toOklch(parse(brand))
  const dark = oklch({ lightness: 0.24, chroma: Math.min(chroma, 0.07), hue })
  const color = contrast(veil(dark, white, heroVeil), white) >= textContrast ? dark : black
  return { color: format(color), on: '#ffffff', value: format(color) }
}

function gradientOf({ brand, onBrand }: Pair): string {
  const end = furtherFrom(onBrand, brand, [0.2, 0.15, 0.1, 0.05])
  return `linear-gradient(125deg in oklab,${brand} 20%,${format(end)})`
}

/**
 * Changes the brand colour's lightness by the first of `steps` that keeps text legible. It moves away from the text's
 * lightness, or towards it at the end of the scale. Returns the brand colour if no step keeps text legible.
 */
function furtherFrom(text: string, brand: string, steps: number[]): Rgb {
  const [ink, ground] = [parse(text), parse(brand)]
  const { lightness, ...rest } = toOklch(ground)
  const sign = toOklch(ink).lightness > lightness ? -1 : 1
  const lightnesses = [sign, -sign].flatMap((one) => steps.map((step) => lightness + one * step))
  const legible = lightnesses
    .filter((one) => one >= 0.05 && one <= 0.96)
    .map((one) => oklch({ ...rest, lightness: one }))
    // The gradient runs between the two colours, so its contrast lies between theirs.
    .find((colour) =>
      [0.5, 1].every((part) => contrast(mix(colour, ground, part), ink) >= textContrast),
    )
  return legible ?? ground
}

/** Each function returns the CSS layers of a motif: `s` is its size in px, `a` an angle in degrees, `c` its colour. */
const motifs: ((s: number, a: number, c: string) => string)[] = [
  // Dots, every second row moved by half.
  (s, _a, c) =>
    ['0 0', `${s / 2}px ${s / 2}px`]
      .map((at) => `radial-gradient(circle,${c} 22%,#0000 23%) ${at}/${s}px ${s}px`)
      .join(),
  // Stripes.
  (s, a, c) => `repeating-linear-gradient(${a}deg,${c} 0 ${s / 3}px,#0000 0 ${s}px)`,
  // Rings around a corner.
  (s, a, c) =>
    `repeating-radial-gradient(circle at ${a > 90 ? 0 : 100}% 120%,${c} 0 ${s / 2}px,#0000 0 ${s}px)`,
  // Scales.
  (s, _a, c) =>
    `radial-gradient(circle at 50% 100%,#0000 30%,${c} 31% 48%,#0000 49%) 0 0/${s}px ${s / 2}px`,
  // Diamonds.
  (s, _a, c) =>
    `conic-gradient(from 45deg,${c} 25%,#0000 0 50%,${c} 0 75%,#0000 0) 0 0/${s}px ${s}px`,
  // A grid.
  (s, _a, c) =>
    ['90deg', '0deg']
      .map((way) => `repeating-linear-gradient(${way},${c} 0 3px,#0000 0 ${s}px)`)
      .join(),
]

/** The pattern of a company. A hash of its name chooses motif, size and angle, so that every page has the same pattern. */
function patternOf({ brand, onBrand }: Pair, name: string): string {
  const seed = hashOf(name)
  // On a nearly black brand a smaller step is invisible.
  const isNearBlack = toOklch(parse(brand)).lightness < 0.15
  const mark = format(furtherFrom(onBrand, brand, isNearBlack ? [0.2] : [0.06, 0.04, 0.02]))
  const motif = motifs[seed % motifs.length]!
  const size = [24, 32, 40, 48][(seed >>> 8) % 4]!
  const angle = [30, 45, 60, 120, 135, 150][(seed >>> 16) % 6]!
  return `${motif(size, angle, mark)},${brand}`
}

/** FNV-1a, 32 bits: a few lines that give the same result in browser and server. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}
