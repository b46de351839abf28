import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isSame } from './json.ts'

test('a copy of a JSON value is the same value, with its fields in any order [D15]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isSame(value, JSON.parse(JSON.stringify(value)))).toBe(true)
      expect(isSame({ a: value, b: 1 }, { b: 1, a: structuredClone(value) })).toBe(true)
    }),
  )
})

test('two JSON values are the same exactly if their sorted texts are the same [D15]', () => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const)
    return { fields: fields.toSorted(([one], [other]) => (one < other ? -1 : 1)) }
  }
  const small = fc.jsonValue({ maxDepth: 2, noUnicodeString: true })
  fc.assert(
    fc.property(small, small, (one, other) => {
      const isEqual = JSON.stringify([sorted(one)]) === JSON.stringify([sorted(other)])
      expect(isSame(one, other)).toBe(isEqual)
    }),
  )
})

test.each([
  [[], {}],
  [null, {}],
  [undefined, null],
  [{ a: undefined }, { b: undefined }],
  [
    [1, 2],
    [2, 1],
  ],
  ['1', 1],
])('the JSON values %j and %j differ [D15]', (one, other) => {
  expect(isSame(one, other)).toBe(false)
  expect(isSame(other, one)).toBe(false)
})
