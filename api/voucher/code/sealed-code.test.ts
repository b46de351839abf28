import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { oneSecret } from '#api/secret/server-secret.ts'

import { voucherCodes } from './sealed-code.ts'

const codes = voucherCodes(oneSecret(Buffer.alloc(32, 'fiel')))
const [company, another] = [randomUUID(), randomUUID()]

describe('the look-up key of a voucher code', () => {
  test('a voucher code’s look-up key ignores case and hyphens of the code and the company id [D8]', () => {
    const key = codes.keysOf(company, '7K2QD-9XM4T-W0RC')
    expect(codes.keysOf(company, '7k2qd9xm4tw0rc')).toEqual(key)
    expect(codes.keysOf(company.replaceAll('-', '').toUpperCase(), '7K2QD-9XM4T-W0RC')).toEqual(key)
    expect(codes.keysOf(company, '7K2QD-9XM4T-W0RD')).not.toEqual(key)
  })

  test('a voucher code’s look-up key differs by company, which hides a code that two companies share [T16]', () => {
    expect(codes.keysOf(another, 'A-1')).not.toEqual(codes.keysOf(company, 'A-1'))
  })

  test('a voucher code’s look-up key depends on the server’s secret, against brute force [T16]', () => {
    const other = voucherCodes(oneSecret(Buffer.alloc(32, 'outra')))
    expect(other.keysOf(company, 'A-1')).not.toEqual(codes.keysOf(company, 'A-1'))
  })

  test('a voucher code’s look-up key is not part of the sealed code [T16]', () => {
    const { code_key, sealed_code } = codes.pairOf(company, 'A-1')
    expect(sealed_code.includes(code_key)).toBe(false)
    expect(codes.open(company, sealed_code)).toBe('A-1')
  })
})
