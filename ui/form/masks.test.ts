import { type MaskitoOptions, maskitoPipe, maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'

import { cnpj, cpf, date, phone, postal_code } from './masks.ts'

test.each([
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25', '529.982.247-25'],
  ['529982', '529.982'],
  ['a5b2', '52'],
  ['529982247259999', '529.982.247-25'],
])('a CPF typed as %s is shown as %s [R4.4]', (typed, shown) => {
  expect(maskitoTransform(typed, cpf)).toBe(shown)
})

test.each([
  ['11222333000181', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12abc34501dexx', '12.ABC.345/01DE'],
])('a CNPJ typed as %s is shown as %s [R4.4 D10]', (typed, shown) => {
  expect(maskitoTransform(typed, cnpj)).toBe(shown)
})

test.each([
  ['31121990', '31/12/1990'],
  ['31/12/1990', '31/12/1990'],
  ['1990-12-31', '31/12/1990'],
  ['31022000', '31/02/2000'],
  ['3112199012', '31/12/1990'],
  ['7/9/1988', '07/09/1988'],
  ['7/09/1988', '07/09/1988'],
  [' 07.9.1988 ', '07/09/1988'],
  ['7-9-1988', '07/09/1988'],
  ['31/12/90', '31/12/90'],
])('a date typed as %s is shown as %s [R4.4]', (typed, shown) => {
  expect(maskitoTransform(typed, date)).toBe(shown)
})

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['+5511987654321', '(11) 98765-4321'],
  ['+55 (11) 98765-4321', '(11) 98765-4321'],
  // Area code 55 of Rio Grande do Sul looks like the country code.
  ['55987654321', '(55) 98765-4321'],
  ['559', '(55) 9'],
  ['55987654321', '(55) 98765-4321'],
  ['011 98765-4321', '(11) 98765-4321'],
  ['(011) 98765-4321', '(11) 98765-4321'],
  ['+55 0 11 98765-4321', '(11) 98765-4321'],
  ['+55 (011) 98765-4321', '(11) 98765-4321'],
  ['0055 11 98765-4321', '(11) 98765-4321'],
  ['+55 55 98765-4321', '(55) 98765-4321'],
  ['+55 92 98765-4321', '(92) 98765-4321'],
  ['0', ''],
])('a phone typed as %s is shown as %s [R4.4]', (typed, shown) => {
  expect(maskitoTransform(typed, phone)).toBe(shown)
})

/** Types one character after the other through the mask, as a keyboard does. */
function typed(text: string, mask: MaskitoOptions): string {
  const preprocess = maskitoPipe(mask.preprocessors ?? [])
  return Array.from(text).reduce((value, data) => {
    const before = { value, selection: [value.length, value.length] } as const
    const next = preprocess({ elementState: before, data }, 'insert')
    return maskitoTransform(next.elementState.value + (next.data ?? data), mask)
  }, '')
}

test.each([
  ['011987654321', phone, '(11) 98765-4321'],
  ['0 11 98765-4321', phone, '(11) 98765-4321'],
  ['+5511987654321', phone, '(11) 98765-4321'],
  ['+55 0 11 98765-4321', phone, '(11) 98765-4321'],
  ['55987654321', phone, '(55) 98765-4321'],
  // An extra digit changes nothing.
  ['559876543210', phone, '(55) 98765-4321'],
  ['119876543210', phone, '(11) 98765-4321'],
  ['7/9/1988', date, '07/09/1988'],
  ['7.9.1988', date, '07/09/1988'],
  ['07/09/1988', date, '07/09/1988'],
  ['07091988', date, '07/09/1988'],
  ['31/12/90', date, '31/12/90'],
])('%s typed character by character is masked correctly [R4.4]', (text, mask, shown) => {
  expect(typed(text, mask)).toBe(shown)
})

test('a phone pasted over another one loses its country code and trunk 0 [R4.4]', () => {
  const value = '(11) 91234-5678'
  const { data } = maskitoPipe(phone.preprocessors ?? [])(
    { elementState: { value, selection: [0, value.length] }, data: '+55 0 21 98765-4321' },
    'insert',
  )
  expect(data).toBe('21987654321')
})

test.each([
  ['01310100', '01310-100'],
  ['01310-1009', '01310-100'],
])('a CEP typed as %s is shown as %s [R4.4]', (typed, shown) => {
  expect(maskitoTransform(typed, postal_code)).toBe(shown)
})
