import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { sealer } from './seal.ts'
import { oneSecret } from './server-secret.ts'

const secret = oneSecret(Buffer.alloc(32, 'fiel'))
const [company, another] = [randomUUID(), randomUUID()]
const { seal, open } = sealer(secret, 'test')

describe('a sealed text', () => {
  test.each(['7K2QD-9XM4T-W0RC', '', '{"name":"Ação"}\u2028', 'x'.repeat(100_000)])(
    'cannot be read, and opens unchanged: %.20j [T16]',
    (text) => {
      const sealed = seal(company, text)
      expect(open(company, sealed)).toBe(text)
      if (text) expect(sealed.includes(text)).toBe(false)
    },
  )

  test('a sealed text differs from another seal of the same text [T16]', () => {
    expect(seal(company, 'A-1').equals(seal(company, 'A-1'))).toBe(false)
  })

  test('a sealed text opens only for its company, in any spelling of the company’s id [T16]', () => {
    const sealed = seal(company, 'A-1')
    expect(open(company.replaceAll('-', ''), sealed)).toBe('A-1')
    expect(open(company.toUpperCase(), sealed)).toBe('A-1')
    expect(() => open(another, sealed)).toThrow('unable to authenticate')
  })

  test('a sealed text opens only with its secret and for its purpose [T16]', () => {
    const sealed = seal(company, 'A-1')
    for (const other of [
      sealer(oneSecret(Buffer.alloc(32, 'outra')), 'test'),
      sealer(secret, 'other'),
    ]) {
      expect(() => other.open(company, sealed)).toThrow('unable to authenticate')
    }
  })

  test('a sealed text is refused with a changed bit or a missing part [T16]', () => {
    const sealed = seal(company, 'A-1')
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => open(company, changed), `byte ${at}`).toThrow()
      expect(() => open(company, sealed.subarray(0, at)), `${at} bytes`).toThrow()
    }
  })
})
