import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  decimalText,
  integerText,
  moneyText,
  parseDecimal,
  parseInteger,
  parseMoney,
} from './number-text.ts'

const integers = fc.maxSafeInteger()

describe('a number in its field', () => {
  test('of money is read as it was written, for any centavos [D15]', () => {
    fc.assert(
      fc.property(integers, (one) => {
        expect(parseMoney(moneyText(one))).toBe(one)
      }),
    )
  })

  test('of units is read as it was written [D15]', () => {
    fc.assert(
      fc.property(integers, (one) => {
        expect(parseInteger(integerText(one))).toBe(one)
      }),
    )
  })

  test('with up to three decimals is read as it was written [D15]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (thousandths) => {
        const number = thousandths / 1_000
        expect(parseDecimal(decimalText(number))).toBe(number)
      }),
    )
  })

  test('that no parser knows stays as text: nothing is guessed [D15]', () => {
    const wrong = fc.stringMatching(/^[a-z%$ ]{0,6}$/)
    fc.assert(
      fc.property(wrong, (typed) => {
        expect([parseMoney(typed), parseInteger(typed), parseDecimal(typed)]).toEqual([
          undefined,
          undefined,
          undefined,
        ])
      }),
    )
  })

  test('that is no whole number is shown with its decimals [D15]', () => {
    expect(integerText(1.5)).toBe('1,5')
    expect(moneyText(1.5)).toBe('1,5')
  })

  test('below zero keeps its sign in front of the reais [D15]', () => {
    expect(moneyText(-5)).toBe('-0,05')
    expect(parseMoney('-1.250,9')).toBe(-125_090)
    expect(parseInteger('-1.000')).toBe(-1_000)
    expect(parseDecimal('-1.000,5')).toBe(-1_000.5)
  })
})

describe('typed numbers', () => {
  test.each([
    ['1.250,90', 125_090],
    ['R$ 1.250,9', 125_090],
    ['1250', 125_000],
    ['0,05', 5],
    ['12.50', 1_250],
    ['1.250', 125_000],
    ['1,234', undefined],
    ['12,', undefined],
    ['abc', undefined],
    ['', undefined],
    ['99999999999999999', undefined],
  ])('the money %j is read as %j centavos [D15]', (typed, centavos) => {
    expect(parseMoney(typed)).toBe(centavos)
  })

  test('an integer may have points between thousands, and no decimals [D15]', () => {
    expect(parseInteger('1.000')).toBe(1_000)
    expect(parseInteger('1.00')).toBeUndefined()
    expect(parseInteger('1,5')).toBeUndefined()
  })

  test('a decimal may have a comma or a point [D15]', () => {
    expect(parseDecimal('1,5')).toBe(1.5)
    expect(parseDecimal('1.5')).toBe(1.5)
    expect(parseDecimal('1.000')).toBe(1_000)
    expect(parseDecimal('7,5 %')).toBe(7.5)
    expect(parseDecimal('x')).toBeUndefined()
    expect(decimalText(1.25)).toBe('1,25')
  })
})
