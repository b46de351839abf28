import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { voucherCodes } from './sealed-code.ts'

const codes = voucherCodes(Buffer.alloc(32, 'fiel'))
const [company, another] = [randomUUID(), randomUUID()]

describe('what a code is found by', () => {
  test('is the same without case and hyphens, and however the company is written [D8]', () => {
    const key = codes.keyOf(company, '7K2QD-9XM4T-W0RC')
    expect(codes.keyOf(company, '7k2qd9xm4tw0rc')).toEqual(key)
    expect(codes.keyOf(company.replaceAll('-', '').toUpperCase(), '7K2QD-9XM4T-W0RC')).toEqual(key)
    expect(codes.keyOf(company, '7K2QD-9XM4T-W0RD')).not.toEqual(key)
  })

  test('is another in another company, so that nobody sees which codes two of them share [T16]', () => {
    expect(codes.keyOf(another, 'A-1')).not.toEqual(codes.keyOf(company, 'A-1'))
  })

  test('is another with another secret: a short code cannot be found by trying them all [T16]', () => {
    const other = voucherCodes(Buffer.alloc(32, 'outra'))
    expect(other.keyOf(company, 'A-1')).not.toEqual(codes.keyOf(company, 'A-1'))
  })

  test('is no part of what is sealed [T16]', () => {
    const { code_key, sealed_code } = codes.pairOf(company, 'A-1')
    expect(sealed_code.includes(code_key)).toBe(false)
    expect(codes.open(company, sealed_code)).toBe('A-1')
  })
})
