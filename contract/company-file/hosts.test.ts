import { expect, test } from 'vitest'

import { checkCompanyFile } from './mistake.ts'

function mistakesOf(other_domains: string[]) {
  const checked = checkCompanyFile({
    slug: 'cafe',
    name: 'Café',
    frontend_domain: 'cafe.localhost',
    logo: 'a.svg',
    favicon: 'a.svg',
    calculation_rules: [{ key: 'compra', name: 'Compra', type: 'PERCENTAGE', rate: 1 }],
    other_domains,
  })
  return checked.mistakes?.map(({ path }) => path.join('.')) ?? []
}

test.each(['localhost', 'cafe.localhost', 'clube.cafe.com.br', '1.2.3.4.example', 'CAFE.example'])(
  'other_domains takes the host name %s [D11]',
  (host) => {
    expect(mistakesOf([host])).toEqual([])
  },
)

test.each(['127.0.0.1', '10.1', '0x7f.1', '1.0x7f', '2130706433', 'intranet', 'a b', 'a.example.'])(
  'other_domains refuses %s, which is no full host name [D11]',
  (host) => {
    expect(mistakesOf(['a.example', host])).toEqual(['other_domains.1'])
  },
)

test('other_domains takes at most 50 host names [D11]', () => {
  const hosts = Array.from({ length: 51 }, (_, at) => `loja-${at}.example`)
  expect(mistakesOf(hosts.slice(1))).toEqual([])
  expect(mistakesOf(hosts)).toEqual(['other_domains'])
})
