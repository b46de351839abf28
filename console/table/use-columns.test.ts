import { expect, test, vi } from 'vitest'

import { visibilityOf } from './use-columns.ts'

const initial = { name: true, address: false }

function stored(text: string | null): Record<string, boolean> {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'columns.audit' ? text : null),
  })
  return visibilityOf('columns.audit', initial)
}

test('the columns are those that the person has chosen in this browser [D15]', () => {
  expect(stored('{"name":false,"address":true}')).toEqual({ name: false, address: true })
  expect(stored('{"address":true}')).toEqual({ name: true, address: true })
})

test('a column that the table no longer has is forgotten [D15]', () => {
  expect(stored('{"gone":true}')).toEqual(initial)
})

test.each([null, '', 'x', 'null', '[]', '"a"', '{"name":"no"}'])(
  'with %j in the storage the table begins as always [D15]',
  (text) => {
    expect(stored(text)).toEqual(initial)
  },
)

test('without storage the table begins as always [D15]', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(visibilityOf('columns.audit', initial)).toEqual(initial)
})
