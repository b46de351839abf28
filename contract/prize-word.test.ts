import { expect, test } from 'vitest'

import { defaultPrizeWord, PrizeWord, prizeSentence } from './prize-word.ts'

const reward: PrizeWord = { one: 'recompensa', many: 'recompensas', gender: 'feminine' }

test.each([
  ['Est{e|a} {one} saiu da loja', 'Este prêmio saiu da loja', 'Esta recompensa saiu da loja'],
  ['Ver {os|as} {many}', 'Ver os prêmios', 'Ver as recompensas'],
  ['Nenhum{|a} {one} grátis', 'Nenhum prêmio grátis', 'Nenhuma recompensa grátis'],
  ['{Many}', 'Prêmios', 'Recompensas'],
  ['{One}', 'Prêmio', 'Recompensa'],
])(
  'the template “%s” gets the company’s word for prizes, in its number and gender',
  (sentence, masculine, feminine) => {
    expect(prizeSentence(sentence)(defaultPrizeWord)).toBe(masculine)
    expect(prizeSentence(sentence)(reward)).toBe(feminine)
  },
)

test('a word for prizes that gets a capital letter keeps its accent', () => {
  const word = { one: 'ímã', many: 'ímãs', gender: 'masculine' } as const
  expect(prizeSentence('{Many}')(word)).toBe('Ímãs')
})

test.each(['Mimo', 'um mimo', 'ab', 'experimentações', '<b>mimo'])(
  'the word “%s” for prizes is refused: it must be one word of 3 to 12 small letters',
  (one) => {
    expect(PrizeWord.safeParse({ ...reward, one }).error?.issues[0]?.message).toBe(
      'Use uma palavra de 3 a 12 letras minúsculas',
    )
  },
)
