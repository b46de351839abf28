import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { contrast, difference, mix, parse, type Rgb, toOklch, veil } from './colour.ts'
import { defaultLook } from './look.ts'
import { type Brand, brandColours, themeCss } from './theme.ts'

/** Random brands for the contrast of all texts. PALETTES asks for more: `npm run night`. */
const palettes = Number(process.env['PALETTES'] ?? 2_000)

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
/** As companies choose them: also black, white, greys and the corners of the cube, where hue and chroma end. */
const anyColour = fc.oneof(
  { weight: 4, arbitrary: colours },
  fc.constantFrom('#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#ffff00'),
)
const brands: fc.Arbitrary<Brand> = fc.record({
  primary_color: anyColour,
  background_color: anyColour,
  font_color: fc.option(anyColour),
  background_url: fc.constantFrom(null, '/images/mesa.svg'),
  theme: fc.constantFrom(defaultLook, { ...defaultLook, surface: 'flat' as const }),
})

/** Text colour → the backgrounds on which it is used. */
const texts: [string, string[]][] = [
  ['text', ['page', 'surface', 'brand-soft', 'danger-soft', 'success-soft', 'warning-soft']],
  ['text-soft', ['page', 'surface', 'brand-soft']],
  ['brand-text', ['page', 'surface', 'brand-soft']],
  ['on-brand', ['brand', 'brand-hover', 'brand-pressed']],
  ...['danger', 'success', 'warning'].map((tone): [string, string[]] => [
    tone,
    ['page', 'surface', 'brand-soft', `${tone}-soft`],
  ]),
]
/** Colour of a control's border, state or focus ring → the backgrounds on which it is used. */
const controls: [string, string[]][] = [
  ['control', ['page', 'surface', 'brand-soft']],
  ['focus', ['page', 'surface', 'brand-soft']],
  ['brand-edge', ['page', 'surface', 'brand-soft']],
]

describe('for any company colours, light and dark, with and without a background picture [R1.6]', () => {
  test('text has a contrast of 4.5 (WCAG AA) on every surface; edges of controls and the focus ring have 3', () => {
    fc.assert(
      fc.property(brands, (brand) => {
        for (const scheme of Object.values(brandColours(brand))) {
          const tooFaint = [
            ...faint(scheme, texts, 4.5, Boolean(brand.background_url)),
            ...faint(scheme, controls, 3, Boolean(brand.background_url)),
          ]
          expect(tooFaint).toEqual([])
        }
      }),
      { numRuns: palettes },
    )
  }, 120_000)

  test('colours of danger, success and warning differ visibly from the brand and each other', () => {
    fc.assert(
      fc.property(brands, (brand) => {
        for (const scheme of Object.values(brandColours(brand))) {
          const tones = ['brand-text', 'danger', 'success', 'warning'].map((name) =>
            colour(scheme, name),
          )
          for (const [at, one] of tones.entries()) {
            for (const other of tones.slice(at + 1)) {
              expect(difference(one, other)).toBeGreaterThan(0.04)
            }
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('the theme keeps the primary colour’s hue and changes only lightness and chroma', () => {
    fc.assert(
      fc.property(brands, (brand) => {
        const { hue, chroma } = toOklch(parse(brand.primary_color))
        for (const scheme of Object.values(brandColours(brand))) {
          const text = toOklch(colour(scheme, 'brand-text'))
          // A colour that is nearly black, white or grey has a hue of rounding only.
          if (chroma < 0.05 || text.chroma < 0.05) continue
          expect(Math.abs(((text.hue - hue + 540) % 360) - 180)).toBeLessThan(5)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

test('colours that are legible already stay as the company chose them [R1.6]', () => {
  const brand = { primary_color: '#3F51B5', background_color: '#f9f9f9', font_color: '#4a3020' }
  const { light } = brandColours(brand)
  expect(light).toMatchObject({ brand: '#3f51b5', page: '#f9f9f9', text: '#4a3020' })
  expect(light['brand-text']).toBe('#3f51b5')
  const darkCompany = { ...brand, background_color: '#1a0d14', font_color: '#f3dfe6' }
  expect(brandColours(darkCompany).light).toMatchObject({ page: '#1a0d14', text: '#f3dfe6' })
})

test.each([
  ['#808080', '#ffffff', 'text'],
  ['#c8c8c8', '#ffffff', 'text'],
  ['#5a5a5a', '#141414', 'text'],
  ['#5a5a5a', '#ffffff', '#5a5a5a'],
  ['#c8c8c8', '#141414', '#c8c8c8'],
])(
  'links of a grey %s on %s are %s: a grey that is just legible looks disabled [R1.6]',
  (primary_color, background_color, expected) => {
    const { light } = brandColours({ primary_color, background_color, font_color: null })
    expect(light['brand-text']).toBe(expected === 'text' ? light['text'] : expected)
    expect(faint(light, texts, 4.5, false)).toEqual([])
    expect(faint(light, controls, 3, false)).toEqual([])
    // No hue appears, not even in soft surfaces, edges and the focus ring.
    for (const name of ['brand', 'brand-text', 'brand-soft', 'brand-edge', 'focus']) {
      expect(toOklch(colour(light, name)).chroma, name).toBeLessThan(0.01)
    }
  },
)

test('a dark background is dark in both schemes; a middle tone gets lighter until text is legible [R1.6]', () => {
  const dark = themeCss({ primary_color: '#c9a24b', background_color: '#1a0d14', font_color: null })
  expect(dark).toContain('color-scheme:dark')
  expect(dark).not.toContain('@media')
  const orange = { primary_color: '#5b2a86', background_color: '#e8590c', font_color: null }
  expect(themeCss(orange)).toContain('@media (prefers-color-scheme:dark)')
  const page = toOklch(colour(brandColours(orange).light, 'page'))
  expect(page.hue).toBeCloseTo(toOklch(parse('#e8590c')).hue, 0)
  expect(page.lightness).toBeGreaterThan(toOklch(parse('#e8590c')).lightness)
})

test('the theme of a brand is computed once [R1.6]', () => {
  const brand = { primary_color: '#0b6b4f', background_color: '#ffffff', font_color: null }
  expect(themeCss({ ...brand })).toBe(themeCss({ ...brand }))
  expect(themeCss({ ...brand, font_color: '#222222' })).not.toBe(themeCss(brand))
})

test('colours mix perceptually: no grey lies between blue and yellow [R1.6]', () => {
  expect(toOklch(mix(parse('#0000ff'), parse('#ffff00'), 0.5)).chroma).toBeGreaterThan(0.04)
  expect(mix(parse('#123456'), parse('#abcdef'), 1)).toEqual(parse('#123456'))
  expect(contrast(parse('#000000'), parse('#ffffff'))).toBe(21)
})

/** The pairs whose contrast is too low. The page is also tested with a black and with a white background picture. */
function faint(
  scheme: Record<string, string>,
  pairs: [string, string[]][],
  ratio: number,
  veiled: boolean,
): string[] {
  return pairs.flatMap(([name, grounds]) =>
    grounds.flatMap((ground) => {
      const bare = colour(scheme, ground)
      const backgrounds =
        veiled && ground === 'page'
          ? [bare, veil([0, 0, 0], bare, 0.1), veil([255, 255, 255], bare, 0.1)]
          : [bare]
      const lowest = Math.min(...backgrounds.map((one) => contrast(colour(scheme, name), one)))
      return lowest >= ratio ? [] : [`${name} on ${ground}: ${lowest}`]
    }),
  )
}

function colour(scheme: Record<string, string>, name: string): Rgb {
  return parse(scheme[name]!)
}
