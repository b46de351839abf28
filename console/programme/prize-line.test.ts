import { describe, expect, test } from 'vitest'

import { programmeText } from '#console/text/programme.ts'

import { matches, priceText, stockText } from './prize-line.ts'

const words = programmeText.prize

describe('the line of a prize', () => {
  test.each([
    [0, words.free],
    [1_250, words.points('1.250')],
    ['muito', 'muito'],
    ['', ''],
    [null, ''],
  ])('shows the price %j as %j [D15]', (value, text) => {
    expect(priceText(value)).toBe(text)
  })

  test('shows the stock of codes that Fiel makes [D15]', () => {
    expect(stockText({ codes: 'generated', stock: 1_500 }, [])).toBe('1.500')
    expect(stockText({ codes: 'generated', stock: null }, [])).toBe(words.unlimited)
  })

  test('shows the company’s own codes that are free, with those of the draft [D15]', () => {
    const pool = { key: 'cafe', free: 3, issued: 9, added: 2 }
    expect(stockText({ key: 'cafe', codes: { pool: 'x' }, stock: 7 }, [pool])).toBe(words.pool(5))
    expect(stockText({ key: 'bolo', codes: { pool: 'x' } }, [pool])).toBe(words.pool(0))
  })

  test.each([
    ['cafe', true],
    ['COADO café', true],
    ['bebida', true],
    ['', true],
    ['bolo', false],
    ['cafe bolo', false],
  ])('is found by %j: %j [D15]', (search, isFound) => {
    expect(matches({ name: 'Café coado', category: 'Bebidas' }, search)).toBe(isFound)
  })

  test('is found by its name where it has no category [D15]', () => {
    expect(matches({ name: 'Café', category: null }, 'cafe')).toBe(true)
    expect(matches({ name: undefined, category: null }, 'undefined')).toBe(false)
  })
})
