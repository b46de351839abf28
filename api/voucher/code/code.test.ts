import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isVoucherCode, newVoucherCode } from './code.ts'

test('a voucher code is 13 random Crockford base-32 characters and a check character [T16]', () => {
  const codes = Array.from({ length: 2000 }, newVoucherCode)
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}$/)
  }
  expect(new Set(codes).size).toBe(codes.length)
  // Every character occurs at each position. 2,000 random codes miss one with a probability of about 10⁻²⁶.
  for (const position of [0, 4, 8, 12, 15]) {
    expect(new Set(codes.map((code) => code[position])).size).toBe(32)
  }
})

test('a voucher code is valid in any case and without hyphens, not with a wrong letter or length [D8]', () => {
  const code = newVoucherCode()
  expect(isVoucherCode(code)).toBe(true)
  expect(isVoucherCode(code.toLowerCase().replaceAll('-', ''))).toBe(true)
  expect(isVoucherCode(`${code}0`)).toBe(false)
  expect(isVoucherCode(`U${code.slice(1)}`)).toBe(false)
  expect(isVoucherCode('')).toBe(false)
})

const place = fc.nat(13)
const code = fc.constant(null).map(() => newVoucherCode().replaceAll('-', ''))

test('a voucher code’s check character detects any single wrong character [T16]', () => {
  fc.assert(
    fc.property(code, place, fc.nat(31), (right, at, other) => {
      const wrong =
        right.slice(0, at) + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[other] + right.slice(at + 1)
      expect(isVoucherCode(wrong)).toBe(wrong === right)
    }),
    { numRuns: 2000 },
  )
})

test('a voucher code’s check character detects any two swapped characters [T16]', () => {
  fc.assert(
    fc.property(code, place, place, (right, one, other) => {
      const characters = Array.from(right)
      ;[characters[one], characters[other]] = [characters[other]!, characters[one]!]
      const wrong = characters.join('')
      expect(isVoucherCode(wrong)).toBe(wrong === right)
    }),
    { numRuns: 2000 },
  )
})
