import { expect, test } from 'vitest'

import { actSentence } from './text.ts'

const added = (prize: string) => ({
  path: `prizes[${prize}].codes.added`,
  place: 'prizes' as const,
  sentence: `${prize} ganha 5.000 códigos novos`,
})

test('the sentence of a publication counts the changes, and names three prizes with new codes [D15]', () => {
  const other = { path: 'program_name', place: 'texts' as const, sentence: 'Nome: Clube' }
  expect(actSentence.published('Ana', 4, [other])).toBe(
    'Ana publicou a versão 4 do programa (1 mudança)',
  )
  expect(actSentence.published('Ana', 4, [other, added('Café')])).toBe(
    'Ana publicou a versão 4 do programa (2 mudanças; Café ganha 5.000 códigos novos)',
  )
  expect(actSentence.published('Ana', 4, ['A', 'B', 'C', 'D'].map(added))).toBe(
    'Ana publicou a versão 4 do programa (4 mudanças; A ganha 5.000 códigos novos; B ganha 5.000 códigos novos; C ganha 5.000 códigos novos; mais 1 prêmio com códigos)',
  )
})
