/** The colours of what is said to a person: wrong, done, mind. They give way to the brand, which was there first. */

import {
  black,
  difference,
  isDark,
  mix,
  moved,
  oklch,
  type Rgb,
  textContrast,
  white,
} from './colour.ts'

/** Hue and chroma of what a notice says, the usual one first; the others for a brand that has that one. */
const toneHues = {
  danger: [27, 14, 40, 0],
  success: [152, 168, 138, 190],
  warning: [75, 90, 60, 105],
}
const toneChroma = 0.17
/** The usual lightness first. */
const toneLightness = {
  light: [0.5, 0.42, 0.34, 0.58, 0.26],
  dark: [0.82, 0.74, 0.9, 0.68, 0.95],
}
/** ΔE OK: told apart at a glance, five times what can just be seen. */
const toneDifference = 0.1

/** Wrong, done and mind: legible everywhere, on a tint of their own too, and told apart from the brand and each other. */
export function tones(
  brand: readonly Rgb[],
  grounds: readonly Rgb[],
  text: Rgb,
): Record<string, Rgb> {
  const surface = grounds.at(-2)!
  const dark = isDark(surface)
  const taken = [...brand]
  const made: Record<string, Rgb> = {}
  for (const [name, hues] of Object.entries(toneHues)) {
    const usual = { lightness: dark ? 0.7 : 0.6, chroma: toneChroma, hue: hues[0]! }
    const tint = mix(oklch(usual), surface, dark ? 0.2 : 0.1)
    const soft = moved(tint, dark ? black : white, [text], textContrast)
    made[name] = apart(hues, [...grounds, soft], taken)
    made[`${name}-soft`] = soft
    taken.push(made[name])
  }
  return made
}

/** The first of these hues that is told apart from the colours that are taken; where none is, the furthest from them. */
function apart(hues: readonly number[], grounds: readonly Rgb[], taken: readonly Rgb[]): Rgb {
  const away = isDark(grounds[0]!) ? white : black
  let [furthest, distance] = [away, 0]
  for (const hue of hues) {
    for (const lightness of toneLightness[away === white ? 'dark' : 'light']) {
      const usual = oklch({ lightness, chroma: toneChroma, hue })
      const colour = moved(usual, away, grounds, textContrast)
      const nearest = Math.min(...taken.map((other) => difference(colour, other)))
      if (nearest >= toneDifference) return colour
      if (nearest > distance) [furthest, distance] = [colour, nearest]
    }
  }
  return furthest
}
