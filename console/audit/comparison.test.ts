import { describe, expect, test } from 'vitest'

import { comparison, sentencesOf } from './comparison.ts'

describe('the comparison of an audit entry’s two sides', () => {
  test('has one line for each field of either side, and marks the changed ones [D15]', () => {
    const before = { role: 'manager', shops: [] }
    const after = { role: 'cashier', shops: ['Aurora Pinheiros', 'Aurora Vila Madalena'] }
    expect(comparison({ ...before, name: 'Rui' }, { ...after, name: 'Rui' })).toEqual([
      { field: 'Papel', before: 'Gerente', after: 'Caixa', isChanged: true },
      {
        field: 'Lojas',
        before: '–',
        after: 'Aurora Pinheiros, Aurora Vila Madalena',
        isChanged: true,
      },
      { field: 'Nome', before: 'Rui', after: 'Rui', isChanged: false },
    ])
  })

  test('shows dashes for a missing side, and names nested fields by their path [D15]', () => {
    const after = { scopes: ['points'], limits: { most_points_per_day: 5000, is_open: false } }
    expect(comparison(null, after)).toEqual([
      { field: 'O que faz', before: '–', after: 'Pontos', isChanged: true },
      { field: 'limits · Pontos por dia', before: '–', after: '5.000', isChanged: true },
      { field: 'limits · is_open', before: '–', after: 'não', isChanged: true },
    ])
    expect(comparison(null, null)).toEqual([])
  })

  test('words of a role and of a key are those of the screens, and a text stays as it is [D15]', () => {
    const after = { role: 'owner', scopes: ['customers', 'other'], name: 'owner', reason: '' }
    expect(comparison({ role: 'cashier' }, after).map((line) => [line.before, line.after])).toEqual(
      [
        ['Caixa', 'Proprietário'],
        ['–', 'Clientes, other'],
        ['–', 'owner'],
        ['–', ''],
      ],
    )
  })

  test('lists of objects are shown as JSON, and a bare value has no field [D15]', () => {
    expect(comparison({ passkeys: [{ id: 1 }] }, { passkeys: null })).toEqual([
      { field: 'passkeys', before: '[{"id":1}]', after: '–', isChanged: true },
    ])
    expect(comparison(1_000, 'x')).toEqual([
      { field: '', before: '1.000', after: 'x', isChanged: true },
    ])
  })

  test('an entry without changes has no sentences [D15]', () => {
    for (const after of [null, {}, { changes: 'x' }, { changes: [{ path: '/a' }] }]) {
      expect(sentencesOf(after)).toEqual([])
    }
  })

  test('a publication is told by its sentences [D15]', () => {
    const after = { version: 3, changes: [{ path: '/prizes/0/points', sentence: 'Café: 120' }] }
    expect(sentencesOf(after)).toEqual(['Café: 120'])
    expect(comparison({ version: 2 }, after)).toEqual([
      { field: 'Versão', before: '2', after: '3', isChanged: true },
    ])
  })
})
