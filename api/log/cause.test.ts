import { expect, test } from 'vitest'

import { causeOf } from './cause.ts'

test('a log entry has name and code of the error at the root, and no message [T19]', () => {
  const root = Object.assign(new Error('ana@exemplo.com.br'), { code: '57014' })
  const parts = new Error('3 purges failed', { cause: new Error('1 failed', { cause: root }) })
  expect(causeOf(parts)).toEqual({ name: 'Error', code: '57014' })
  expect(causeOf(root)).toEqual({ name: 'Error', code: '57014' })
})
