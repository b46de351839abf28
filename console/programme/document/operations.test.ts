import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'

import { DraftChange, maxOperations, type PatchOperation } from '#contract/programme/draft.ts'

import { operationsBetween } from './operations.ts'
import { type Doc, withValue } from './path.ts'

function patched(before: Doc, operations: PatchOperation[]): Doc {
  const copy = structuredClone(before)
  const errors = applyPatch(copy, operations).filter((one) => one !== null)
  expect(errors).toEqual([])
  return copy
}

// Names of fields as the document has them: none holds a slash or a tilde, which a JSON Pointer escapes.
const names = fc.constantFrom('name', 'home', 'prizes', 'rate', 'a_b')
const { values } = fc.letrec((tie) => ({
  values: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('values'), { maxLength: 5 }),
    fc.dictionary(names, tie('values'), { noNullPrototype: true }),
  ),
}))
const documents = fc.dictionary(names, values, { noNullPrototype: true }) as fc.Arbitrary<Doc>

const prizesOf = (list: number[]): Doc => ({
  prizes: list.map((key) => ({ key: `p${key}`, value: key })),
})

describe('the operations between two documents', () => {
  test('lead from any document to any other, in a form that the contract accepts [D15]', () => {
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const operations = operationsBetween(before, after)
        expect(patched(before, operations)).toEqual(after)
        if (operations.length > 0) {
          expect(DraftChange.safeParse({ revision: 0, operations }).error).toBeUndefined()
        }
      }),
    )
  })

  test('are none between equal documents [D15]', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(operationsBetween(document, structuredClone(document))).toEqual([])
      }),
    )
  })

  test('lead from any list to any other of the same items [D15]', () => {
    const items = fc.uniqueArray(fc.nat(9), { maxLength: 8 })
    fc.assert(
      fc.property(items, items, (one, other) => {
        const [before, after] = [prizesOf(one), prizesOf(other)]
        expect(patched(before, operationsBetween(before, after))).toEqual(after)
      }),
    )
  })

  test('move one item in one operation, to either end [D15]', () => {
    const lists = fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(lists, fc.boolean(), (list, isDown) => {
        const moved = isDown ? [...list.slice(1), list[0]!] : [list.at(-1)!, ...list.slice(0, -1)]
        expect(operationsBetween({ prizes: list }, { prizes: moved })).toHaveLength(1)
      }),
    )
  })

  test('are at most as many as one request may hold [D15]', () => {
    const prizes = Array.from({ length: maxOperations + 1 }, (_, at) => ({
      key: `p${at}`,
      value: 1,
    }))
    const before: Doc = { name: 'Café', prizes, gone: 1 }
    const after: Doc = {
      name: 'Bar',
      prizes: prizes.map((one) => ({ ...one, value: 2 })),
      home: {},
    }
    const operations = operationsBetween(before, after)
    expect(operations.map(({ op, path }) => `${op} ${path}`)).toEqual([
      'replace /name',
      'replace /prizes',
      'remove /gone',
      'add /home',
    ])
    expect(patched(before, operations)).toEqual(after)
  })

  test('name one place for one edit of a long list [D15]', () => {
    const prizes = Array.from({ length: 500 }, (_, at) => ({ key: `p${at}`, value: at }))
    const before: Doc = { prizes }
    fc.assert(
      fc.property(fc.nat(499), (at) => {
        const after = withValue(before, ['prizes', at, 'value'], -1)
        const path = `/prizes/${at}/value`
        expect(operationsBetween(before, after)).toEqual([{ op: 'replace', path, value: -1 }])
      }),
    )
  })
})
