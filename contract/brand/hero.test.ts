import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { contrast, mix, parse, veil } from './colour.ts'
import { heroes, heroProperties, heroVeil } from './hero.ts'
import { brandColours } from './theme.ts'

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
/** The brand colours of both schemes of a random company. */
const pairs = fc
  .tuple(fc.oneof(colours, fc.constantFrom('#000000', '#ffffff', '#ffff00')), colours)
  .map(([primary_color, background_color]) =>
    Object.values(brandColours({ primary_color, background_color, font_color: null })).map(
      (scheme) => ({ brand: scheme['brand']!, onBrand: scheme['on-brand']! }),
    ),
  )
const coloursIn = (value: string) => value.match(/#[0-9a-f]{6}/g) ?? []

describe('text on the hero', () => {
  test('text on the hero has a contrast of 4.5 on all colours of a gradient and a pattern [R1.6]', () => {
    fc.assert(
      fc.property(pairs, fc.string(), (schemes, name) => {
        for (const pair of schemes) {
          for (const hero of heroes.filter((one) => one !== 'picture')) {
            const properties = heroProperties(hero, pair, name)
            for (const colour of new Set(coloursIn(properties['hero']!))) {
              for (const part of [0, 0.25, 0.5, 0.75, 1]) {
                const ground = mix(parse(colour), parse(pair.brand), part)
                expect(contrast(ground, parse(properties['on-hero']!))).toBeGreaterThanOrEqual(4.45)
              }
            }
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('text on the hero has a contrast of 4.5 on a picture, be it black or white behind the veil [R1.6]', () => {
    fc.assert(
      fc.property(colours, (brand) => {
        const picture = heroProperties('picture', { brand, onBrand: '#ffffff' }, 'Padaria')
        for (const pixel of ['#000000', '#ffffff']) {
          const ground = veil(parse(picture['hero-color']!), parse(pixel), heroVeil)
          expect(contrast(ground, parse(picture['on-hero']!))).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a pattern is the same for each page of a company and differs between companies [R1.6]', () => {
  const pair = { brand: '#0b6b4f', onBrand: '#ffffff' }
  const patternOf = (name: string) => heroProperties('pattern', pair, name)['hero']
  expect(patternOf('Padaria do Zé')).toBe(patternOf('Padaria do Zé'))
  const names = Array.from({ length: 100 }, (_, at) => `Padaria ${at}`)
  expect(new Set(names.map(patternOf)).size).toBeGreaterThan(20)
  expect(patternOf('x'.repeat(191))).toContain(pair.brand)
})

test('a gradient and a pattern can be seen on black, yellow and white [R1.6]', () => {
  for (const [brand, onBrand] of [
    ['#000000', '#ffffff'],
    ['#ffff00', '#1a1a1e'],
    ['#ffffff', '#1a1a1e'],
  ] as const) {
    for (const hero of ['gradient', 'pattern'] as const) {
      const colours = coloursIn(heroProperties(hero, { brand, onBrand }, 'Padaria')['hero']!)
      expect(new Set(colours).size).toBe(2)
    }
  }
})
