import { describe, expect, test } from 'vitest'

import { shopsOfLines } from './shop-lines.ts'

describe('shops of pasted lines', () => {
  test('have a name, and an address and a phone where the line has them [D15]', () => {
    const text = 'Centro; Rua A, 1; (11) 4000-0000\n\nNorte\r\nSul\tRua B'
    expect(shopsOfLines(text, new Set())).toEqual({
      shops: [
        { name: 'Centro', address: 'Rua A, 1', phone: '(11) 4000-0000', url: null },
        { name: 'Norte', address: null, phone: null, url: null },
        { name: 'Sul', address: 'Rua B', phone: null, url: null },
      ],
      skipped: 0,
    })
  })

  test('are left out where a shop of the list or of the text has the name already [D15]', () => {
    const { shops, skipped } = shopsOfLines(
      'São José\nsao  jose\nCENTRO\n; Rua C',
      new Set(['centro']),
    )
    expect(shops.map(({ name }) => name)).toEqual(['São José'])
    // The last line has no name.
    expect(skipped).toBe(3)
  })
})
