import fc from 'fast-check'
import { expect, test } from 'vitest'

import { PoolCode, PrizeFile } from './prize.ts'

const file = { key: 'cafe', name: 'Café', value: 100 }

/** The fields of a prize that the schema refuses. */
function refusedAt(changes: object): PropertyKey[] {
  const { error } = PrizeFile.safeParse({ ...file, ...changes })
  return [...new Set(error?.issues.map(({ path }) => path[0]!))]
}

test('a prize with only the required fields is in the store, without end, stock limit or code pool [R5.9]', () => {
  expect(PrizeFile.parse(file)).toMatchObject({
    ...file,
    codes: 'generated',
    stock: null,
    expires_in: null,
    expires_at: null,
    show_in_store: true,
    complete_profile_required: false,
  })
})

test.each([
  [{ value: 0 }, { value: -1 }, 'value'],
  [{ value: 1_000_000_000 }, { value: 1_000_000_001 }, 'value'],
  [{ expires_in: 1 }, { expires_in: 0 }, 'expires_in'],
  [{ expires_in: 3650 }, { expires_in: 3651 }, 'expires_in'],
  [{ stock: 0 }, { stock: -1 }, 'stock'],
  [{ stock: 1_000_000_000 }, { stock: 1_000_000_001 }, 'stock'],
  [{ key: 'a'.repeat(60) }, { key: 'a'.repeat(61) }, 'key'],
  [{ codes: { pool: 'a.txt' } }, { codes: { pool: '../a.txt' } }, 'codes'],
  [{ codes: { pool: 'a.txt' } }, { codes: { pool: 'a.txt' }, stock: 1 }, 'stock'],
])('a prize with %j is accepted, and with %j refused at %s [R5.9]', (right, wrong, field) => {
  expect(refusedAt(right)).toEqual([])
  expect(refusedAt(wrong)).toEqual([field])
})

test('a code of a pool has 1 to 60 printable ASCII characters, at least one letter or digit [R5.9]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 70 }), (code) => {
      const isGood = code.length <= 60 && !code.includes(' ') && /[0-9A-Za-z]/.test(code)
      expect(PoolCode.safeParse(code).success).toBe(isGood)
    }),
  )
  for (const code of ['', '---', 'A B', 'CAFÉ', 'A\n']) {
    expect(PoolCode.safeParse(code).success).toBe(false)
  }
})
