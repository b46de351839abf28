import { expect, test } from 'vitest'

import type { ImportColumn } from '#contract/console/import.ts'

import { readHeader } from './header.ts'
import { readLine } from './read-line.ts'

const rules = { today: '2026-11-20', points_per_real: 100 }

/** Reads a line with these cells. */
function read(cells: Partial<Record<ImportColumn, string>>, other = rules) {
  const all = { document: '52998224725', external_id: 's1', ...cells }
  return readLine(2, Object.keys(all) as ImportColumn[], Object.values(all), other)
}

test.each([
  ['1250', 1_250],
  ['1.250', 1_250],
  ['1.250.000', 1_250_000],
  ['1250,00', 1_250],
  [' 007 ', 7],
])('the points %s are %d [D17]', (points, amount) => {
  expect(read({ points })).toMatchObject({ balance: { amount, value: amount } })
})

test.each([
  ['1234,56', 123_456],
  ['1.234,56', 123_456],
  ['R$ 1.234,5', 123_450],
  ['1234.56', 123_456],
  ['1.234', 123_400],
  ['0,07', 7],
])('the value %s is %d centavos [D17]', (value, centavos) => {
  expect(read({ points: '10', value })).toMatchObject({ balance: { amount: 10, value: centavos } })
})

test('a value alone is turned into points, and points alone into a value, rounded down [D17]', () => {
  const ten = { ...rules, points_per_real: 3 }
  expect(read({ value: '1,99' }, ten)).toMatchObject({ balance: { amount: 5, value: 199 } })
  expect(read({ points: '5' }, ten)).toMatchObject({ balance: { amount: 5, value: 166 } })
})

test.each([['2027-12-31'], ['31/12/2027']])('the date %s is read [D17]', (expires_at) => {
  expect(read({ points: '1', expires_at, birthdate: '28/02/1985' })).toMatchObject({
    balance: { expires_on: '2027-12-31' },
    person: { birthdate: '1985-02-28' },
  })
})

test('a balance that expires today is accepted: its last day is not over [D17]', () => {
  expect(read({ points: '1', expires_at: '2026-11-20' })).toMatchObject({
    balance: { expires_on: '2026-11-20' },
  })
})

test('a line of 0 points brings a person alone, and an empty line nothing [D17]', () => {
  expect(read({ points: '0', name: 'Ana' })).toMatchObject({ balance: null })
  expect(readLine(2, ['document', 'name'], ['', ' '], rules)).toBeNull()
})

test.each<[Partial<Record<ImportColumn, string>>, string, ImportColumn]>([
  [{ document: '' }, 'document_missing', 'document'],
  [{ document: '52998224724' }, 'document_invalid', 'document'],
  [{ document: '2998224725' }, 'document_invalid', 'document'],
  [{ name: 'a'.repeat(192) }, 'name_invalid', 'name'],
  [{ email: 'ana@' }, 'email_invalid', 'email'],
  [{ phone: '8765-4321' }, 'phone_invalid', 'phone'],
  [{ birthdate: '31/02/1990' }, 'birthdate_invalid', 'birthdate'],
  [{ birthdate: '2027-01-01' }, 'birthdate_invalid', 'birthdate'],
  [{ opt_in_marketing: 'talvez' }, 'opt_in_invalid', 'opt_in_marketing'],
  [{ points: '-5' }, 'points_negative', 'points'],
  [{ points: '1,5' }, 'points_invalid', 'points'],
  [{ points: 'dez' }, 'points_invalid', 'points'],
  [{ points: '1,250' }, 'points_invalid', 'points'],
  [{ points: '99999999999999999999' }, 'points_too_large', 'points'],
  [{ points: '100000001' }, 'points_too_large', 'points'],
  [{ value: '99999999999999999999' }, 'value_too_large', 'value'],
  [{ points: '1', value: '1000000,01' }, 'value_too_large', 'value'],
  [{ value: '1000000,01' }, 'points_too_large', 'value'],
  [{ points: '10', value: '-1' }, 'value_negative', 'value'],
  [{ points: '10', value: '1.23.4' }, 'value_invalid', 'value'],
  [{ points: '0', value: '5,00' }, 'points_missing', 'points'],
  [{ points: '1', expires_at: '31/11/2027' }, 'expires_at_invalid', 'expires_at'],
  [{ points: '1', expires_at: '2200-01-01' }, 'expires_at_invalid', 'expires_at'],
  [{ points: '1', expires_at: '19/11/2026' }, 'expires_at_past', 'expires_at'],
  [{ points: '1', external_id: '' }, 'external_id_missing', 'external_id'],
  [{ points: '1', external_id: 'a'.repeat(181) }, 'external_id_invalid', 'external_id'],
])('a line with %o is refused as %s [D17]', (cells, refusal, field) => {
  expect(read(cells)).toEqual({ line: 2, field, refusal, other_line: null })
})

test('a line with fewer or more cells than the header is refused; empty cells may follow [D17]', () => {
  const columns: ImportColumn[] = ['document', 'name']
  for (const cells of [['52998224725'], ['52998224725', 'Ana', 'x']]) {
    expect(readLine(3, columns, cells, rules)).toMatchObject({ refusal: 'field_count' })
  }
  expect(readLine(3, columns, ['52998224725', 'Ana', '', ''], rules)).toMatchObject({
    document: '52998224725',
  })
})

test('a header may use Portuguese names, in any case, with or without accents [D17]', () => {
  const cells = ['CPF/CNPJ', 'Nome', 'E-mail', 'Celular', 'Data de Nascimento', 'Pontos']
  expect(readHeader([...cells, 'VÁLIDO ATÉ', 'External_ID', ''])).toEqual({
    failure: null,
    columns: [
      'document',
      'name',
      'email',
      'phone',
      'birthdate',
      'points',
      'expires_at',
      'external_id',
    ],
  })
})

test.each([
  [['cpf', 'fax'], 'unknown_column', 'fax'],
  [['cpf', '', 'nome'], 'unknown_column', ''],
  [['cpf', 'documento'], 'repeated_column', 'documento'],
  [['nome', 'email'], 'no_document', null],
  [['cpf', 'pontos'], 'no_external_id', null],
  [['', ''], 'empty', null],
  [['fax', 'nota'], 'no_header', null],
  [['cpf', 'ana@exemplo.com.br'], 'no_header', null],
  [['nome', '529.982.247-25'], 'no_header', null],
])('the header %o refuses the file as %s [D17]', (cells, failure, column) => {
  expect(readHeader(cells)).toEqual({ failure, column })
})
