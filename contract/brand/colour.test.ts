import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

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
  toOklch,
  veil,
  white,
} from './colour.ts'

const channel = fc.integer({ min: 0, max: 255 })
const colours = fc.tuple(channel, channel, channel) as fc.Arbitrary<Rgb>

describe('conversions [R1.6]', () => {
  test('every colour comes back unchanged from #rrggbb and from OKLCH', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        expect(parse(format(colour))).toEqual(colour)
        expect(oklch(toOklch(colour))).toEqual(colour)
      }),
    )
  })

  test('OKLCH of red equals the value that CSS Color 4 prints', () => {
    const { lightness, chroma, hue } = toOklch([255, 0, 0])
    expect(lightness).toBeCloseTo(0.628, 3)
    expect(chroma).toBeCloseTo(0.2577, 3)
    expect(hue).toBeCloseTo(29.23, 1)
  })

  test('a chroma that no screen shows is reduced, and the lightness stays', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (lightness, hue) => {
          expect(toOklch(oklch({ lightness, chroma: 0.5, hue })).lightness).toBeCloseTo(
            lightness,
            1,
          )
        },
      ),
    )
  })
})

describe('comparisons [R1.6]', () => {
  test('the contrast is 21 for black and white, 1 for equal colours, and the same in either order', () => {
    expect(contrast(black, white)).toBeCloseTo(21)
    fc.assert(
      fc.property(colours, colours, (one, other) => {
        expect(contrast(one, one)).toBe(1)
        expect(contrast(one, other)).toBe(contrast(other, one))
      }),
    )
  })

  test('the contrast of #767676 with white is 4.54, the known limit of WCAG AA', () => {
    expect(contrast(parse('#767676'), white)).toBeCloseTo(4.54, 2)
  })

  test('a background is dark if white text contrasts better with it than black text', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const [withWhite, withBlack] = [contrast(colour, white), contrast(colour, black)]
        fc.pre(Math.abs(withWhite - withBlack) > 0.1)
        expect(isDark(colour)).toBe(withWhite > withBlack)
      }),
    )
  })

  test('the difference of colours is 1 between black and white and 0 between equal ones', () => {
    expect(difference(black, white)).toBeCloseTo(1)
    expect(difference([1, 2, 3], [1, 2, 3])).toBe(0)
  })
})

describe('mixtures [R1.6]', () => {
  test('a mixture with a share of 1 is the upper colour, and with a share of 0 the lower one', () => {
    fc.assert(
      fc.property(colours, colours, (over, under) => {
        expect([mix(over, under, 1), mix(over, under, 0)]).toEqual([over, under])
        expect([veil(over, under, 1), veil(over, under, 0)]).toEqual([over, under])
      }),
    )
  })

  test('a veil is the mean of the channels, as a browser composes it', () => {
    expect(veil(white, black, 0.5)).toEqual([128, 128, 128])
    expect(veil([200, 100, 0], [0, 100, 200], 0.25)).toEqual([50, 100, 150])
  })

  test('a colour is moved until it has the wanted contrast, and is unchanged if it has it already', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const text = moved(colour, black, [white], 4.5)
        expect(contrast(text, white)).toBeGreaterThanOrEqual(4.5)
        if (contrast(colour, white) >= 4.5) expect(text).toEqual(colour)
      }),
    )
  })
})
