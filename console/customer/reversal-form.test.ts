import { expect, test } from 'vitest'

import { ReversalForm, reversalOf } from './reversal-form.ts'

test.each([
  ['', { reason: 'mistake' }],
  ['  ', { reason: 'mistake' }],
  ['45,9', { reason: 'mistake', returned_value: 4_590 }],
  ['R$ 1.250,90', { reason: 'mistake', returned_value: 125_090 }],
])('a typed value of %o becomes the request [D15]', (returned_value, body) => {
  expect(reversalOf(ReversalForm.parse({ returned_value, reason: 'mistake' }))).toEqual(body)
})

test.each(['0', '-5', 'tudo', '1.000.000,01'])('a typed value of %o is refused [D15]', (typed) => {
  const { error } = ReversalForm.safeParse({ returned_value: typed, reason: 'mistake' })
  expect(error?.issues.map(({ path }) => path)).toEqual([['returned_value']])
})
