import { expect, test } from 'vitest'

import { CompanyFile } from '#contract/company-file.ts'

import { companyFileDifference } from './difference.ts'

const prize = (key: string, value: number) => ({ key, name: `Prêmio ${key}`, value })

function file(fields: object): CompanyFile {
  return CompanyFile.parse({
    slug: 'loja',
    name: 'Loja',
    frontend_domain: 'loja.example',
    logo: 'logo.svg',
    favicon: 'favicon.svg',
    calculation_rules: [{ key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
    ...fields,
  })
}

const before = file({
  prizes: [prize('cafe', 150), prize('bolo', 300)],
  other_domains: ['clube.example'],
})

test.each([
  ['equal files', {}, []],
  [
    'a changed field of an item, after another item came before it',
    { prizes: [prize('suco', 90), prize('cafe', 120), prize('bolo', 300)] },
    ['~ prizes[cafe].value: 150 → 120', '+ prizes[suco]: "Prêmio suco"'],
  ],
  ['an item that left', { prizes: [prize('bolo', 300)] }, ['- prizes[cafe]: "Prêmio cafe"']],
  [
    'another order',
    { prizes: [prize('bolo', 300), prize('cafe', 150)] },
    ['~ prizes: outra ordem'],
  ],
  [
    'words of a list',
    { other_domains: ['www.example'] },
    ['- other_domains[clube.example]', '+ other_domains[www.example]'],
  ],
  [
    'a group that was null',
    { banner: { image: 'faixa.png', alt: '' } },
    [
      '- banner: null',
      '+ banner.image: "faixa.png"',
      '+ banner.alt: ""',
      '+ banner.url: null',
      '+ banner.promotion_code: null',
    ],
  ],
  [
    'two items of the same key',
    { how_it_works: { title: 'Como', steps: twice({ title: 'Compre', text: 'Aqui' }) } },
    [
      '- how_it_works: null',
      '+ how_it_works.title: "Como"',
      '+ how_it_works.steps[Compre]',
      '+ how_it_works.steps[Compre 1]',
    ],
  ],
])('the difference of company files lists %s by key [D11]', (_, fields, lines) => {
  const { prizes, other_domains } = before
  expect(companyFileDifference(before, file({ prizes, other_domains, ...fields }))).toEqual(lines)
})

test('the difference of a new company’s file lists each field, and each item in one line [D11]', () => {
  const lines = companyFileDifference(undefined, before)
  expect(lines).toContain('+ name: "Loja"')
  expect(lines).toContain('+ prizes[cafe]: "Prêmio cafe"')
  expect(lines.filter((line) => line.includes('prizes['))).toHaveLength(2)
})

function twice<Item>(item: Item): Item[] {
  return [item, item]
}
