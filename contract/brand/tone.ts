/** The colours of messages: danger, success and warning. They differ visibly from the brand colour. */

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

/** The OKLCH hues of each message colour, in degrees. A later hue is used if the earlier ones look like the brand. */
const toneHues = {
  danger: [27, 14, 40, 0],
  success: [152, 168, 138, 190],
  warning: [75, 90, 60, 105],
}
/** A strong colour. `oklch` reduces it for hues that a screen cannot show so strong. */
const toneChroma = 0.17
/** The OKLCH lightness on a light and on a dark page. Each hue is tried at these values in this order. */
const toneLightness = {
  light: [0.5, 0.42, 0.34, 0.58, 0.26],
  dark: [0.82, 0.74, 0.9, 0.68, 0.95],
}
/** The least distance (ΔE OK) between two colours that mean different things: five times the smallest visible one, 0.02. */
const toneDifference = 0.1

/** The message colours. Each is legible on all `grounds` and on its own tint, and differs from the brand and the others. */
export function tones(
  brand: readonly Rgb[],
  grounds: readonly Rgb[],
  text: Rgb,
): Record<string, Rgb> {
  const surface = grounds.at(-2)!
  const dark = isDark(surface)
  const others = [...brand]
  const made: Record<string, Rgb> = {}
  for (const [name, hues] of Object.entries(toneHues)) {
    const usual = { lightness: dark ? 0.7 : 0.6, chroma: toneChroma, hue: hues[0]! }
    const tint = mix(oklch(usual), surface, dark ? 0.2 : 0.1)
    const soft = moved(tint, dark ? black : white, [text], textContrast)
    made[name] = apart(hues, [...grounds, soft], others)
    made[`${name}-soft`] = soft
    others.push(made[name])
  }
  return made
}

/** The first hue whose colour differs enough from all `others`. If no hue does, the colour that is furthest from them. */
function apart(hues: readonly number[], grounds: readonly Rgb[], others: readonly Rgb[]): Rgb {
  const away = isDark(grounds[0]!) ? white : black
  let [furthest, distance] = [away, 0]
  for (const hue of hues) {
    for (const lightness of toneLightness[away === white ? 'dark' : 'light']) {
      const usual = oklch({ lightness, chroma: toneChroma, hue })
      const colour = moved(usual, away, grounds, textContrast)
      const nearest = Math.min(...others.map((other) => difference(colour, other)))
      if (nearest >= toneDifference) return colour
      if (nearest > distance) [furthest, distance] = [colour, nearest]
    }
  }
  return furthest
}
