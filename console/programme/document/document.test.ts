import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'

import { earningOf } from './earning.ts'
import { keyFrom } from './key.ts'
import { mergedOver } from './merged.ts'
import { operationsBetween } from './operations.ts'
import { type Doc, fieldOf, valueAt, withValue } from './path.ts'

const prizes = (keys: string[]) => keys.map((key) => ({ key, name: key, value: 10 }))
const document: Doc = { name: 'Café', prizes: prizes(['a', 'b', 'c', 'd']), home: null }

function patchedBy(before: Doc, after: Doc): Doc {
  const copy = structuredClone(before)
  expect(applyPatch(copy, operationsBetween(before, after)).every((one) => one === null)).toBe(true)
  return copy
}

describe('the document of the page', () => {
  test('an edit copies what lies on its path, and shares the rest', () => {
    const edited = withValue(document, ['prizes', 1, 'value'], 20)
    expect(valueAt(edited, ['prizes', 1, 'value'])).toBe(20)
    expect(valueAt(edited, ['prizes', 0])).toBe(valueAt(document, ['prizes', 0]))
    expect(valueAt(document, ['prizes', 1, 'value'])).toBe(10)
    expect(withValue(document, ['home', 'title'], 'Olá')['home']).toEqual({ title: 'Olá' })
  })

  test('names a field in the spelling of its label: prizes[].codes.pool', () => {
    expect(fieldOf(['prizes', 3, 'codes', 'pool'])).toBe('prizes[].codes.pool')
    expect(fieldOf(['other_domains', 0])).toBe('other_domains[]')
  })

  test('an edit of one field is one operation at its path', () => {
    const edited = withValue(document, ['prizes', 1, 'value'], 20)
    expect(operationsBetween(document, edited)).toEqual([
      { op: 'replace', path: '/prizes/1/value', value: 20 },
    ])
    expect(operationsBetween(document, structuredClone(document))).toEqual([])
  })

  test.each([
    ['an item at the end', ['a', 'b', 'c', 'd', 'e'], 1],
    ['an item in the middle', ['a', 'x', 'b', 'c', 'd'], 1],
    ['without an item', ['a', 'c', 'd'], 1],
    ['without all items', [], 4],
    ['an item moved down', ['b', 'c', 'a', 'd'], 1],
    ['an item moved to the top', ['d', 'a', 'b', 'c'], 1],
    ['two neighbours exchanged', ['a', 'c', 'b', 'd'], 1],
  ])('a list with %s is reached by the fewest operations', (_, keys, operations) => {
    const after = { ...document, prizes: prizes(keys) }
    expect(operationsBetween(document, after).length).toBe(operations)
    expect(patchedBy(document, after)).toEqual(after)
  })

  test('the operations between any two lists turn one into the other', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f']
    for (let round = 0; round < 300; round += 1) {
      const [one, other] = [0, 1].map((salt) =>
        words.filter((_, at) => ((round * 7 + salt * 13) >> at) % 2 === 0),
      )
      const rotated = [...other!.slice(round % 3), ...other!.slice(0, round % 3)]
      const [before, after] = [
        { prizes: prizes(one!) },
        { prizes: prizes(rotated).map((prize) => ({ ...prize, value: round })) },
      ]
      expect(patchedBy(before, after)).toEqual(after)
    }
  })

  test('one edit among 10,000 prizes is one operation; 10,000 edits replace the list', () => {
    const many: Doc = { prizes: prizes(Array.from({ length: 10_000 }, (_, at) => `p${at}`)) }
    const edited = withValue(many, ['prizes', 5_000, 'value'], 1)
    expect(operationsBetween(many, edited)).toHaveLength(1)
    const cheaper = { prizes: (many['prizes'] as Doc[]).map((one) => ({ ...one, value: 1 })) }
    expect(operationsBetween(many, cheaper)).toEqual([
      { op: 'replace', path: '/prizes', value: cheaper.prizes },
    ])
  })

  test('a merge keeps the fields of both, and this page’s value where both changed one', () => {
    const mine = withValue(withValue(document, ['name'], 'Meu'), ['prizes', 0, 'value'], 1)
    const theirs = withValue(withValue(document, ['name'], 'Deles'), ['prizes', 1, 'value'], 2)
    const { document: merged, others } = mergedOver(document, mine, theirs)
    expect(merged['name']).toBe('Meu')
    expect(valueAt(merged, ['prizes', 0, 'value'])).toBe(1)
    expect(valueAt(merged, ['prizes', 1, 'value'])).toBe(2)
    expect(others).toBe(true)
    expect(mergedOver(document, mine, document)).toEqual({ document: mine, others: false })
  })
})

describe('a new item', () => {
  test('gets a key made from its name that no other item has', () => {
    expect(keyFrom('Café coado!', [], 60)).toBe('cafe-coado')
    expect(keyFrom('Café coado!', ['cafe-coado'], 60)).toBe('cafe-coado-2')
    expect(keyFrom('2×1', [], 31)).toMatch(/^[a-z][a-z0-9-]{1,30}$/)
    expect(keyFrom('ção'.repeat(40), [], 31)).toMatch(/^[a-z][a-z0-9-]{1,30}$/)
  })
})

describe('what a purchase earns', () => {
  const rule = { type: 'POINTS_PER_REAL', rate: 1.5, cap: null, minimum_purchase_value: 0 }

  test('is rounded down once, in points and in money', () => {
    expect(earningOf(rule, 10_000, 100)).toEqual({ points: 150, centavos: 150 })
    expect(earningOf({ ...rule, rate: 0.333 }, 10_000, 100)).toEqual({ points: 33, centavos: 33 })
    expect(earningOf({ ...rule, type: 'PERCENTAGE', rate: 5 }, 10_000, 100)).toEqual({
      points: 500,
      centavos: 500,
    })
    // 57.42 centavos at 7 points per R$ 1 are 4.02 points.
    expect(earningOf({ ...rule, type: 'PERCENTAGE', rate: 0.6 }, 9_570, 7)).toEqual({
      points: 4,
      centavos: 57,
    })
  })

  test('ends at the cap, and is 0 below the minimum purchase', () => {
    expect(earningOf({ ...rule, cap: 100 }, 10_000, 100)?.points).toBe(100)
    expect(earningOf({ ...rule, minimum_purchase_value: 10_001 }, 10_000, 100)?.points).toBe(0)
  })

  test('is unknown while the rule is wrong', () => {
    expect(earningOf({ ...rule, rate: '1,x' }, 10_000, 100)).toBeUndefined()
    expect(earningOf(rule, 10_000, 'cem')).toBeUndefined()
  })
})
