import { expect, test } from 'vitest'

import { difference, parse } from './colour.ts'
import { defaultLook, Look, lookProperties } from './look.ts'
import { brandColours, themeCss } from './theme.ts'

const brand = { primary_color: '#0b6b4f', background_color: '#ffffff', font_color: null }
const optionsOf = (field: keyof Look) =>
  Look.def.shape[field].def.innerType.options as readonly string[]

test('a company without a look has the first value of each list [R1.6]', () => {
  expect(Look.parse({})).toEqual(defaultLook)
  for (const [field, value] of Object.entries(defaultLook)) {
    expect(optionsOf(field as keyof Look)[0]).toBe(value)
  }
  expect(themeCss(brand)).toBe(themeCss({ ...brand, theme: defaultLook }))
})

test('each shape and surface sets the same properties to different values [R1.6]', () => {
  for (const field of ['shape', 'surface'] as const) {
    const options = optionsOf(field).map(
      (value) => lookProperties({ ...defaultLook, [field]: value }).light,
    )
    const names = options.map((properties) => Object.keys(properties).toSorted())
    expect(new Set(names.map(String)).size).toBe(1)
    expect(new Set(options.map((properties) => JSON.stringify(properties))).size).toBe(3)
  }
})

test('a flat card differs visibly from the page in both schemes, for any colours [R1.6]', () => {
  for (const primary_color of ['#000000', '#ffff00', '#ffffff', '#a4492b']) {
    for (const background_color of ['#ffffff', '#f9f9f9', '#fdf8f3', '#1d0b14', '#000000']) {
      const flat = { primary_color, background_color, font_color: null }
      const { light, dark } = brandColours({ ...flat, theme: { ...defaultLook, surface: 'flat' } })
      for (const { page, surface } of [light, dark]) {
        expect(difference(parse(page!), parse(surface!))).toBeGreaterThan(0.02)
      }
    }
  }
})

test.each([
  ['shape', 'oval', 'Use soft, sharp ou round'],
  ['surface', 'glass', 'Use elevated, flat ou outlined'],
])('an error lists the words that a file may use for %s [R1.6]', (field, word, sentence) => {
  const { error } = Look.safeParse({ [field]: word })
  expect(error?.issues).toMatchObject([{ path: [field], message: sentence }])
})
