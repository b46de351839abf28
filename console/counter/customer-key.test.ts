import { expect, test } from 'vitest'

import { correctedKey, keyLabel, keysOf } from './customer-key.ts'

test.each([
  ['529.982.247-25', [{ document: '52998224725' }]],
  ['52998224725', [{ document: '52998224725' }]],
  ['11.222.333/0001-81', [{ document: '11222333000181' }]],
  ['(11) 98765-4321', [{ phone: '11987654321' }]],
  ['+55 11 98765-4321', [{ phone: '11987654321' }]],
  [' F1.abc.1.def ', [{ code: 'F1.abc.1.def' }]],
  // A CPF whose digits are a phone too.
  ['11900000083', [{ document: '11900000083' }, { phone: '11900000083' }]],
  ['529.982.247-26', []],
  ['00987654321', []],
  ['', []],
  ['Marina', []],
])('%s is %j [D15 D13]', (text, keys) => {
  expect(keysOf(text)).toEqual(keys)
})

test.each([
  ['11900000083', { phone: '11987654321' }, { phone: '11900000083' }],
  ['11900000083', { document: '52998224725' }, { document: '11900000083' }],
  ['52998224725', { phone: '11987654321' }, { document: '52998224725' }],
  ['F1.abc.1.def', { phone: '11987654321' }, undefined],
  ['1190000008', { phone: '11987654321' }, undefined],
])('%s corrects %j to %j [D15 D13]', (text, earlier, key) => {
  expect(correctedKey(text, earlier)).toEqual(key)
})

test('a key is shown masked [D15 D16]', () => {
  expect(keyLabel({ document: '52998224725' })).toBe('***.982.247-**')
  expect(keyLabel({ phone: '11987654321' })).toBe('…4321')
})
