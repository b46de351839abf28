import fc from 'fast-check'
import { expect, test } from 'vitest'

import { contrast, parse, themeCss } from './theme.ts'

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('R1.6 text is legible (WCAG AA) on every surface, light and dark, whatever colours a company chose', () => {
  fc.assert(
    fc.property(
      colours,
      colours,
      fc.option(colours),
      (primary_color, background_color, font_color) => {
        const schemes = themeCss({ primary_color, background_color, font_color }).split('@media')
        expect(schemes).toHaveLength(2)
        for (const scheme of schemes) {
          const ratio = (one: string, other: string) =>
            contrast(parse(property(scheme, one)), parse(property(scheme, other)))
          expect(ratio('on-brand', 'brand')).toBeGreaterThanOrEqual(4.5)
          for (const surface of ['page', 'surface', 'brand-soft']) {
            expect(ratio('text', surface)).toBeGreaterThanOrEqual(4.5)
            expect(ratio('text-soft', surface)).toBeGreaterThanOrEqual(4.5)
            expect(ratio('brand-text', surface)).toBeGreaterThanOrEqual(4.5)
          }
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('R1.6 a primary colour that is legible already stays as the company chose it', () => {
  const css = themeCss({ primary_color: '#3F51B5', background_color: '#f9f9f9', font_color: null })
  expect(property(css, 'brand')).toBe('#3f51b5')
  expect(property(css, 'page')).toBe('#f9f9f9')
})

function property(css: string, name: string): string {
  return new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(css)![1]!
}
