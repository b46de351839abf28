import { maskitoTransform } from '@maskito/core'
import { expect, test } from 'vitest'

import { cnpj, cpf, date } from './masks.ts'

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
