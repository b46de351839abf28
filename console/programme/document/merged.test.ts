import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { mergedOver } from './merged.ts'
import { type Doc, valueAt, withValue } from './path.ts'

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
/** A document with fields, a group and a list of items with keys. */
const documents: fc.Arbitrary<Doc> = fc.record({
  name: value,
  home: fc.record({ title: value, text: value }),
  prizes: fc.uniqueArray(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), value }), {
    selector: ({ key }) => key,
  }),
})

describe('what this page typed over what another saved', () => {
  test('is the other’s document where this page typed nothing [D15]', () => {
    fc.assert(
      fc.property(documents, documents, (base, theirs) => {
        expect(mergedOver(base, base, theirs).document).toEqual(theirs)
      }),
    )
  })

  test('is this page’s document where nobody else saved, and nothing came in [D15]', () => {
    fc.assert(
      fc.property(documents, documents, (base, mine) => {
        expect(mergedOver(base, mine, base)).toEqual({ document: mine, others: false })
      }),
    )
  })

  test('is the common document where both did the same [D15]', () => {
    fc.assert(
      fc.property(documents, documents, (base, both) => {
        expect(mergedOver(base, both, structuredClone(both))).toEqual({
          document: both,
          others: false,
        })
      }),
    )
  })

  test('keeps this page’s value of a field that both changed, and takes the other fields [D15]', () => {
    fc.assert(
      fc.property(documents, value, value, value, (base, mine, theirs, title) => {
        const [typed, saved] = [
          withValue(base, ['name'], { typed: mine }),
          withValue(withValue(base, ['name'], { saved: theirs }), ['home', 'title'], { title }),
        ]
        const { document, others } = mergedOver(base, typed, saved)
        expect(document['name']).toEqual({ typed: mine })
        expect(valueAt(document, ['home', 'title'])).toEqual({ title })
        expect(others).toBe(true)
      }),
    )
  })

  test('keeps items that either side added, and not those that one side removed [D15]', () => {
    const prizes = (...keys: string[]) => ({ prizes: keys.map((key) => ({ key, value: 1 })) })
    const { document } = mergedOver(prizes('a', 'b'), prizes('a', 'b', 'c'), prizes('b', 'd'))
    expect(document['prizes']).toEqual(expect.arrayContaining(prizes('b', 'c', 'd').prizes))
    expect(document['prizes']).toHaveLength(3)
  })
})
