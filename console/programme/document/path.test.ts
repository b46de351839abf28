import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { elementIdOf, fieldOf, listAt, type Path, textOf, valueAt, withValue } from './path.ts'

const paths = fc.array(fc.constantFrom('home', 'title', 'prizes'), { minLength: 1, maxLength: 4 })

describe('a place in the document', () => {
  test('holds what was written there, also where nothing was before [D15]', () => {
    fc.assert(
      fc.property(fc.object(), paths, fc.jsonValue(), (document, path, value) => {
        expect(valueAt(withValue(document, path, value), path)).toEqual(value)
      }),
    )
  })

  test('is empty where the document is wrong around it [D15]', () => {
    const path: Path = ['home', 'title', 0, 'text']
    for (const document of [{}, { home: null }, { home: 'x' }, { home: { title: 1 } }, null]) {
      expect(valueAt(document, path)).toBeUndefined()
    }
  })

  test('is written without changing the document before [D15]', () => {
    const before = { home: { title: 'Olá' }, prizes: [{ value: 1 }, { value: 2 }] }
    const copy = structuredClone(before)
    const after = withValue(before, ['prizes', 1, 'value'], 3)
    expect(before).toEqual(copy)
    expect(after['prizes']).toEqual([{ value: 1 }, { value: 3 }])
    expect(after['home']).toBe(before.home)
  })

  test('beyond the end of a list changes nothing [D15]', () => {
    const before = { prizes: [{ value: 1 }] }
    expect(withValue(before, ['prizes', 5, 'value'], 3)).toEqual(before)
  })

  test('is a list, or an empty one for anything else [D15]', () => {
    expect(listAt({ prizes: [{ key: 'a' }] }, ['prizes'])).toEqual([{ key: 'a' }])
    for (const value of [undefined, null, 'x', {}]) expect(listAt({ value }, ['value'])).toEqual([])
  })

  test('has the name of its label, and an id of its own [D15]', () => {
    expect(fieldOf(['calculation_rules', 2, 'expires_in', 'days'])).toBe(
      'calculation_rules[].expires_in.days',
    )
    expect(elementIdOf(['prizes', 0, 'value'])).toBe('campo-prizes-0-value')
  })
})

test.each([
  ['Café', 'Café'],
  [0, '0'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
  [{ days: 1 }, ''],
  [['a'], ''],
])('the value %j of the document has the text %j in a field [D15]', (value, text) => {
  expect(textOf(value)).toBe(text)
})
