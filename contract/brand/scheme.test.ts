import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { darkLogo } from './logo.ts'
import { defaultLook } from './look.ts'
import { barColours, type Brand, brandColours, shownColours, themeCss } from './theme.ts'

const logos = { logo_url: '/logo.svg', logo_dark_url: '/logo-dark.svg' }

function brandOf(scheme: 'device' | 'light' | 'dark', background_color = '#fdf8f3') {
  const theme = { ...defaultLook, scheme }
  return { primary_color: '#0b6b4f', background_color, font_color: null, theme, ...logos }
}

describe('a company that chose one scheme', () => {
  test.each(['light', 'dark'] as const)(
    'that is always %s has the colours of that scheme on every device [R1.6 D13]',
    (scheme) => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
          const primary_color = `#${number.toString(16).padStart(6, '0')}`
          const brand: Brand = { ...brandOf(scheme), primary_color }
          const colours = brandColours(brand)[scheme]
          expect(shownColours(brand)).toEqual({ light: colours, dark: colours })
          const css = themeCss(brand)
          expect(css).not.toContain('@media')
          expect(css).toContain(`--page:${colours['page']};`)
          expect(css).toContain(`--brand-text:${colours['brand-text']};`)
        }),
        { numRuns: 200 },
      )
    },
  )

  test('also has its shadows, its bar and its CSS color-scheme [R1.6 D13]', () => {
    const [light, dark] = [themeCss(brandOf('light')), themeCss(brandOf('dark'))]
    // `only`: Chrome on Android darkens the pages of other light sites by itself.
    expect(light).toContain(':root{color-scheme:only light;')
    expect(dark).toContain(':root{color-scheme:dark;')
    expect([light, dark].map((css) => /--scrim:([^;]*)/.exec(css)![1])).toEqual([
      'rgb(0 0 0 / 48%)',
      'rgb(0 0 0 / 64%)',
    ])
    const bars = [brandOf('light'), brandOf('dark')].map((brand) => barColours(brand))
    const { surface } = brandColours(brandOf('dark')).dark
    expect(bars).toEqual([
      { light: '#0b6b4f', dark: '#0b6b4f' },
      { light: surface, dark: surface },
    ])
  })

  test('that is always light never shows logo_dark; always dark prints the logo [R1.6 D13]', () => {
    const url = '/logo-dark.svg'
    expect(darkLogo(brandOf('light'))).toBeNull()
    expect(darkLogo(brandOf('dark'))).toEqual({ url, media: 'screen' })
    expect(darkLogo(brandOf('device'))).toEqual({ url, media: '(prefers-color-scheme: dark)' })
    expect(darkLogo({ ...brandOf('dark'), logo_dark_url: null })).toBeNull()
  })
})

test('a company that chose no scheme follows the device; one with a dark page is dark [R1.6 D13]', () => {
  expect(themeCss(brandOf('device'))).toContain(':root{color-scheme:light dark;')
  expect(themeCss(brandOf('device'))).toContain('@media (prefers-color-scheme:dark)')
  // A company file with a dark page cannot say `light`; an API might.
  for (const scheme of ['device', 'light', 'dark'] as const) {
    const css = themeCss(brandOf(scheme, '#1a0d14'))
    expect(css).toContain(':root{color-scheme:dark;')
    expect(css).toContain('--page:#1a0d14;')
  }
})

test('one scheme replaces each dark value of a style sheet that came before it [R1.6 D13]', () => {
  const names = (css: string) => [...css.matchAll(/--([a-z-]+):/g)].map(([, name]) => name!)
  const device = names(themeCss(brandOf('device')))
  for (const scheme of ['light', 'dark'] as const) {
    expect(names(themeCss(brandOf(scheme)))).toEqual(expect.arrayContaining(device))
  }
})
