import { expect, test } from 'vitest'

import { ask } from './prompt.ts'

test('calls that need the same factor wait for one answer [D15]', async () => {
  const first = ask('second-factor')
  expect(ask('second-factor')).toBe(first)
  // A new sign-in gives both factors, so the open question is enough.
  expect(ask('sign-in')).toBe(first)
  // The person has not answered yet.
  const open = new Promise((resolve) => setImmediate(resolve, 'open'))
  expect(await Promise.race([first, open])).toBe('open')
})
