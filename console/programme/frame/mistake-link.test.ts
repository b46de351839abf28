import { expect, test } from 'vitest'

import { paths } from '#console/path/paths.ts'

import { fieldLink, fieldParameter, placePath, prizePath } from './mistake-link.ts'

const document = { prizes: [{ key: 'cafe coado' }, { key: '' }, {}] }
const pathOf = (link: string) => new URL(link, 'https://admin.example').pathname

test('a mistake leads to the screen of its part, and names its field [D15]', () => {
  const path = ['levels', 0, 'name']
  const link = fieldLink(path, document)
  expect(pathOf(link)).toBe(paths['programme.levels'])
  const { searchParams } = new URL(link, 'https://admin.example')
  expect(JSON.parse(searchParams.get(fieldParameter)!)).toEqual(path)
})

test('a mistake of a prize leads to the prize, and to the list where the prize has no key [D15]', () => {
  expect(pathOf(fieldLink(['prizes', 0, 'value'], document))).toBe(prizePath('cafe coado'))
  for (const at of [1, 2, 3]) {
    expect(pathOf(fieldLink(['prizes', at, 'value'], document))).toBe(placePath('prizes'))
  }
})

test('a field that no form has leads to the settings [D15]', () => {
  expect(pathOf(fieldLink(['unknown'], document))).toBe(paths['programme.settings'])
})
