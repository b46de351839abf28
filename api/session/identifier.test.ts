import { expect, test } from 'vitest'

import { readIdentifier } from './identifier.ts'

const nothing = { email: null, document: null, phone: null }

test.each([
  [' Ana@Exemplo.com.BR ', { email: 'ana@exemplo.com.br' }],
  ['529.982.247-25', { document: '52998224725', phone: '+5552998224725' }],
  ['(11) 91234-5678', { document: '11912345678', phone: '+5511912345678' }],
  ['+55 11 91234-5678', { phone: '+5511912345678' }],
  ['11.222.333/0001-81', { document: '11222333000181' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35' }],
])('%j is read as every identifier that it may be [D10]', (typed, expected) => {
  expect(readIdentifier(typed)).toMatchObject({ ...nothing, ...expected })
})

test.each([
  ['', 'no character'],
  ['ana', 'a name'],
  ['912345678', 'a phone without its area'],
  ['+1 11 91234-5678', 'a phone with the prefix of another country'],
  ['1155 11 91234-5678', 'a phone with a longer prefix'],
  ['529982247255', 'a CPF with a digit too many'],
])('%j, %s, is read as no identifier [D10]', (typed) => {
  expect(readIdentifier(typed)).toMatchObject(nothing)
})

test('every spelling of an account has one canonical form, so guesses are counted together [T9]', () => {
  for (const spellings of [
    ['ANA@exemplo.com.br', ' ana@exemplo.com.br'],
    ['52998224725', '529.982.247-25', ' 529 982 247 25'],
    ['11912345678', '5511912345678', '+55 (11) 91234-5678'],
    ['12ABC34501DE35', '12.abc.345/01de-35'],
  ]) {
    const forms = spellings.map((typed) => readIdentifier(typed).canonical)
    expect(new Set(forms).size, forms.join()).toBe(1)
  }
})
