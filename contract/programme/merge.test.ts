import fc from 'fast-check'
import { expect, test } from 'vitest'

import { mergedDocument } from './merge.ts'

const base = {
  name: 'Café',
  banner: null,
  prizes: [
    { key: 'cafe', name: 'Café', value: 150, codes: 'generated' },
    { key: 'bolo', name: 'Bolo', value: 300, codes: 'generated' },
  ],
}
const [coffee, cake] = base.prizes
const tea = { key: 'cha', name: 'Chá', value: 90, codes: 'generated' }
const juice = { key: 'suco', name: 'Suco', value: 80, codes: 'generated' }

test('a merge keeps what only one side changed, in fields, items and order [D15]', () => {
  const mine = { ...base, name: 'Café Aurora', prizes: [{ ...coffee, value: 120 }, cake, tea] }
  const theirs = { ...base, banner: { image: 'a.png' }, prizes: [cake, coffee, juice] }
  expect(mergedDocument(base, mine, theirs, [])).toEqual({
    document: {
      name: 'Café Aurora',
      banner: { image: 'a.png' },
      prizes: [cake, { ...coffee, value: 120 }, juice, tea],
    },
    both: [],
  })
})

test('a merge takes the chosen side at each path that both changed [D15]', () => {
  const mine = { ...base, name: 'Minha', prizes: [{ ...coffee, value: 120 }] }
  const theirs = {
    ...base,
    name: 'Delas',
    prizes: [
      { ...coffee, value: 100 },
      { ...cake, value: 310 },
    ],
  }
  const both = ['name', 'prizes[cafe].value', 'prizes[bolo]']
  expect(mergedDocument(base, mine, theirs, [])).toEqual({ document: theirs, both })
  expect(mergedDocument(base, mine, theirs, both)).toEqual({ document: mine, both })
  expect(mergedDocument(base, mine, theirs, ['name']).document).toEqual({
    ...theirs,
    name: 'Minha',
  })
})

test('a merge with a side that changed nothing, or the same as the other, is the other side [D15]', () => {
  const item = fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.nat(3) })
  const list = fc.uniqueArray(item, { selector: ({ key }) => key })
  const document = fc.record({ name: fc.string(), prizes: list, banner: fc.option(item) })
  fc.assert(
    fc.property(document, document, (one, other) => {
      expect(mergedDocument(one, one, other, [])).toEqual({ document: other, both: [] })
      expect(mergedDocument(one, other, one, [])).toEqual({ document: other, both: [] })
      expect(mergedDocument(one, other, other, [])).toEqual({ document: other, both: [] })
    }),
  )
})
