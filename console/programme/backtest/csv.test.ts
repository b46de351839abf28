import { expect, test } from 'vitest'

import type { Example, LevelSums } from '#contract/programme/backtest.ts'

import { examplesCsv, levelsCsv } from './csv.ts'

const before = { points: 100, value: 1_250, liability: 0 }
const after = { points: 40, value: 5, liability: 0 }

test('the file of levels has points as integers and money with two decimals, behind a mark [D18]', () => {
  const levels: LevelSums[] = [
    { level: null, customers: 3, winners: 1, losers: 2, before, after },
    { level: '=Ouro; prata', customers: 1, winners: 0, losers: 1, before: after, after: before },
  ]
  expect(levelsCsv(levels)).toBe(
    [
      '\uFEFFNível;Clientes;Ganham;Perdem;Pontos como foi;Pontos com o rascunho;R$ como foi;R$ com o rascunho',
      'Sem nível;3;1;2;100;40;12,50;0,05',
      `"'=Ouro; prata";1;0;1;40;100;0,05;12,50`,
      '',
    ].join('\r\n'),
  )
})

test('the file of customers has masked names, and the difference of points [D18 D15]', () => {
  const example = {
    customer_id: '0190',
    name: '+Ana L.',
    level: 'Ouro',
    purchases: 4,
    before,
    after,
  } as Example
  const nameless = { ...example, name: null, level: null }
  expect(examplesCsv([example, nameless])).toBe(
    [
      '\uFEFFCliente;Nível;Compras;Pontos como foi;Pontos com o rascunho;Diferença',
      "'+Ana L.;Ouro;4;100;40;-60",
      'Cliente sem cadastro;Sem nível;4;100;40;-60',
      '',
    ].join('\r\n'),
  )
})
