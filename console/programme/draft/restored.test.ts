import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { operationsBetween } from '#console/programme/document/operations.ts'
import type { Doc } from '#console/programme/document/path.ts'

import { restored } from './restored.ts'

const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null))
const documents: fc.Arbitrary<Doc> = fc.record({ name: value, text: value, home: value })

describe('the edits of a closed tab', () => {
  test('are made on the state that the tab had [D15]', () => {
    fc.assert(
      fc.property(documents, documents, (base, typed) => {
        const operations = operationsBetween(base, typed)
        const server = { revision: 3, document: base }
        expect(restored(server, { revision: 3, base, operations })).toEqual(typed)
        expect(restored(server, { revision: 3, base: null, operations })).toEqual(typed)
      }),
    )
  })

  test('leave the server’s document as it is, and win where both changed a field [D15]', () => {
    const base: Doc = { name: 'Café', text: 'a', home: 1 }
    const server = { revision: 4, document: { name: 'Outro', text: 'b', home: 1 } }
    const copy = structuredClone(server)
    const operations = operationsBetween(base, { ...base, name: 'Meu', home: 2 })
    expect(restored(server, { revision: 2, base, operations })).toEqual({
      name: 'Meu',
      text: 'b',
      home: 2,
    })
    expect(server).toEqual(copy)
  })

  test('follow their item to its new place in the list [D15]', () => {
    const prizes = (...keys: string[]) => keys.map((key) => ({ key, value: 1 }))
    const base: Doc = { prizes: prizes('a', 'b') }
    const operations = [{ op: 'replace' as const, path: '/prizes/1/value', value: 7 }]
    const server = { revision: 4, document: { prizes: prizes('x', 'a', 'b') } }
    expect(restored(server, { revision: 2, base, operations })).toEqual({
      prizes: [...prizes('x', 'a'), { key: 'b', value: 7 }],
    })
  })

  test('are made by position where the browser had no room for the tab’s document [D15]', () => {
    const prizes = (...keys: string[]) => keys.map((key) => ({ key, value: 1 }))
    const operations = [
      { op: 'replace' as const, path: '/prizes/0/value', value: 7 },
      { op: 'replace' as const, path: '/prizes/9/value', value: 7 },
    ]
    const server = { revision: 4, document: { prizes: prizes('x', 'a') } }
    expect(restored(server, { revision: 2, base: null, operations })).toEqual({
      prizes: [{ key: 'x', value: 7 }, ...prizes('a')],
    })
  })
})
