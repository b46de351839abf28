import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { black, contrast, difference, type Rgb, textContrast, white } from './colour.ts'
import { tones } from './tone.ts'

const names = ['danger', 'success', 'warning']
const channel = fc.integer({ min: 0, max: 255 })
const colours = fc.tuple(channel, channel, channel) as fc.Arbitrary<Rgb>
const [lightPage, darkPage]: [Rgb, Rgb] = [
  [249, 249, 249],
  [18, 18, 22],
]

describe.each([
  ['light', lightPage, black],
  ['dark', darkPage, white],
] as const)('the message colours on a %s page [R1.6]', (_, page, text) => {
  const grounds = [page, page]

  test('message colours are legible on the page and on their own tint, for any brand', () => {
    fc.assert(
      fc.property(colours, (brand) => {
        const made = tones([brand], grounds, text)
        for (const name of names) {
          for (const ground of [page, made[`${name}-soft`]!]) {
            expect(contrast(made[name]!, ground)).toBeGreaterThanOrEqual(textContrast)
          }
          expect(contrast(text, made[`${name}-soft`]!)).toBeGreaterThanOrEqual(textContrast)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('message colours differ from each other and from a brand in red, green or yellow', () => {
    for (const brand of [
      [200, 30, 40],
      [20, 140, 70],
      [240, 190, 30],
    ] as Rgb[]) {
      const made = tones([brand], grounds, text)
      const all = [brand, ...names.map((name) => made[name]!)]
      for (const [at, one] of all.entries()) {
        for (const other of all.slice(at + 1)) expect(difference(one, other)).toBeGreaterThan(0.07)
      }
    }
  })
})
