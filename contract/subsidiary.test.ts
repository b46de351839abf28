import { describe, expect, test } from 'vitest'

import { subsidiaryKey, unknownSubsidiary } from './subsidiary.ts'

describe('the key of a shop’s name [D13]', () => {
  test.each([
    ['Aurora Santa Cecília', 'AURORA SANTA CECILIA'],
    [' São  João ', 'sao joao'],
    ['Cafe\u0301', 'CAFÉ'],
  ])('the key of a shop’s name is the same for %j and %j', (name, other) => {
    expect(subsidiaryKey(name)).toBe(subsidiaryKey(other))
  })

  test('the key of a shop’s name tells different names apart', () => {
    expect(subsidiaryKey('Loja 1')).not.toBe(subsidiaryKey('Loja 2'))
    expect(subsidiaryKey('Loja 1')).not.toBe(subsidiaryKey('Loja1'))
  })
})

test.each([
  ['Aurora Pinheros', 'Aurora Pinheiros'],
  ['Pinheiros', 'Aurora Pinheiros'],
  ['AURORA V. MADALENA', 'Aurora Vila Madalena'],
  ['trevo', 'Posto Trevo'],
  ['Loja 3', 'Loja 1'],
  ['???', 'Aurora Pinheiros'],
])('the shop’s name closest to %s is %s [D13]', (name, closest) => {
  const shopNames = ['Aurora Pinheiros', 'Aurora Vila Madalena', 'Posto Trevo', 'Loja 1', 'Loja 2']
  expect(unknownSubsidiary(name, shopNames).closest).toBe(closest)
})
