import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  bareDocument,
  cnpjMessage,
  cpfMessage,
  Document,
  isCnpj,
  isCpf,
  maskedDocument,
  PunctuatedDocument,
} from './document.ts'

describe('CPF', () => {
  test.each(['52998224725', '11144477735', '12345678909'])('%s is a CPF [R5.5]', (document) => {
    expect(isCpf(document)).toBe(true)
  })

  test.each([
    '',
    '5299822472',
    '529982247250',
    '529.982.247-25',
    '5299822472a',
    '５２９９８２２４７２５',
  ])('"%s" is no CPF: not 11 bare digits [R5.5]', (document) => {
    expect(isCpf(document)).toBe(false)
  })

  test('eleven equal digits are no CPF, although their check digits agree [R5.5]', () => {
    for (let digit = 0; digit <= 9; digit += 1) expect(isCpf(String(digit).repeat(11))).toBe(false)
  })

  // A check digit does not detect every single wrong digit: modulo 11 writes both 0 and 10 as 0. So count the pairs instead.
  test('every nine digits have exactly one pair of check digits [R5.5]', () => {
    const nine = fc.stringMatching(/^\d{9}$/).filter((digits) => !/^(.)\1*$/.test(digits))
    fc.assert(
      fc.property(nine, (digits) => {
        expect(pairs().filter((pair) => isCpf(digits + pair))).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('CNPJ', () => {
  test.each(['11222333000181', '12ABC34501DE35', '00000000000191'])(
    '%s is a CNPJ, numeric or alphanumeric (D10) [R5.5]',
    (document) => {
      expect(isCnpj(document)).toBe(true)
    },
  )

  test.each([
    '11222333000182',
    '12ABC34501DE3A',
    '12abc34501de35',
    '11111111111111',
    '1122233300018',
  ])('%s is no CNPJ [R5.5]', (document) => {
    expect(isCnpj(document)).toBe(false)
  })

  test('every twelve letters or digits have exactly one pair of check digits [R5.5]', () => {
    const twelve = fc.stringMatching(/^[0-9A-Z]{12}$/).filter((text) => !/^(.)\1*$/.test(text))
    fc.assert(
      fc.property(twelve, (text) => {
        expect(pairs().filter((pair) => isCnpj(text + pair))).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the rule of a document', () => {
  test('the rule of a document refuses up to 11 digits as a wrong CPF, and more as a wrong CNPJ [R5.5]', () => {
    expect(Document.safeParse('52998224720').error?.issues[0]?.message).toBe(cpfMessage)
    expect(Document.safeParse('11222333000182').error?.issues[0]?.message).toBe(cnpjMessage)
    // Punctuation does not make a CPF a CNPJ.
    expect(Document.safeParse('529.982.247-25').error?.issues[0]?.message).toBe(cpfMessage)
    expect(Document.safeParse(52998224725).error?.issues[0]?.message).toBe(cpfMessage)
    expect(cpfMessage).toBe('Insira um CPF válido')
    expect(cnpjMessage).toBe('Insira um CNPJ válido')
  })

  test('the rule of a document is applied to a document without punctuation, in capital letters [R4.4]', () => {
    expect(bareDocument('529.982.247-25')).toBe('52998224725')
    expect(bareDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35')
  })
})

function pairs(): string[] {
  return Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
}

describe('a document of a partner [D13]', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    [' 529 982 247 25 ', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('a partner’s document %s is parsed as %s', (written, document) => {
    expect(PunctuatedDocument.parse(written)).toBe(document)
  })

  test.each([
    ['529.982.247-26', cpfMessage],
    ['11.222.333/0001-82', cnpjMessage],
    ['529_982_247_25', cpfMessage],
    ['52998224725' + '.'.repeat(30), cpfMessage],
    ['', cpfMessage],
  ])('a partner’s document "%s" is refused', (written, message) => {
    expect(PunctuatedDocument.safeParse(written).error?.issues[0]?.message).toBe(message)
  })

  test('a partner’s document is masked except for its middle', () => {
    expect(maskedDocument('52998224725')).toBe('***.982.247-**')
    expect(maskedDocument('12ABC34501DE35')).toBe('**.ABC.345/01DE-**')
  })
})
