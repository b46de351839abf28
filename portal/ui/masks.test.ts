import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'

import { cnpj, cpf, date, phone, postal_code } from './masks.ts'

test.each([
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25', '529.982.247-25'],
  ['529982', '529.982'],
  ['a5b2', '52'],
  ['529982247259999', '529.982.247-25'],
])('R4.4 a CPF typed as %s reads %s', (typed, shown) => {
  expect(maskitoTransform(typed, cpf)).toBe(shown)
})

test.each([
  ['11222333000181', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12abc34501dexx', '12.ABC.345/01DE'],
])('R4.4 D10 a CNPJ typed as %s reads %s', (typed, shown) => {
  expect(maskitoTransform(typed, cnpj)).toBe(shown)
})

test.each([
  ['31121990', '31/12/1990'],
  ['31/12/1990', '31/12/1990'],
  ['1990-12-31', '31/12/1990'],
  ['31022000', '31/02/2000'],
  ['3112199012', '31/12/1990'],
])('R4.4 a date typed as %s reads %s', (typed, shown) => {
  expect(maskitoTransform(typed, date)).toBe(shown)
})

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['+5511987654321', '(11) 98765-4321'],
  ['+55 (11) 98765-4321', '(11) 98765-4321'],
  // A number of Rio Grande do Sul begins as the country does.
  ['55987654321', '(55) 98765-4321'],
  ['559', '(55) 9'],
])('R4.4 a phone typed as %s reads %s', (typed, shown) => {
  expect(maskitoTransform(typed, phone)).toBe(shown)
})

test.each([
  ['01310100', '01310-100'],
  ['01310-1009', '01310-100'],
])('R4.4 a CEP typed as %s reads %s', (typed, shown) => {
  expect(maskitoTransform(typed, postal_code)).toBe(shown)
})
