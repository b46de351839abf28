import { expect, test } from 'vitest'

import { logoHtml } from './logo-html.ts'

test('logoHtml gives a drawing one address, a photograph its sizes, and the dark scheme its logo [R1.6]', () => {
  const brand = { theme: { scheme: 'device' } } as const
  const drawing = { ...brand, logo_url: '/images/c/a.svg', logo_dark_url: null }
  expect(logoHtml(drawing, { alt: 'Pão & "Prosa"' })).toBe(
    '<picture><img src="/images/c/a.svg" alt="Pão &#38; &#34;Prosa&#34;"></picture>',
  )
  const photographs = {
    ...brand,
    logo_url: '/images/c/a-480x160.png',
    logo_dark_url: '/images/c/b-160x80.png',
  }
  expect(logoHtml(photographs, { alt: '', className: 'first-logo' })).toBe(
    '<picture><source media="(prefers-color-scheme: dark)" srcset="/images/c/b-160x80.png?w=160 160w" sizes="12rem">' +
      '<img class="first-logo" src="/images/c/a-480x160.png" srcset="/images/c/a-480x160.png?w=160 160w, /images/c/a-480x160.png?w=480 480w" sizes="12rem" alt=""></picture>',
  )
})
