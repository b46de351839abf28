import { expect, test } from 'vitest'

import { linkToken } from './link-token.ts'

test.each([
  ['#token=ab-c_1', 'ab-c_1'],
  ['#x=1&token=a', 'a'],
  ['', null],
  ['#', null],
  ['#token', ''],
])('a mailed link with %j has the token %j [D15]', (hash, token) => {
  expect(linkToken(hash)).toBe(token)
})
