/**
 * The word of a company for its prizes: `prize_word` in company.yaml. Our own sentences use the word, and agree with it in number
 * and gender. Sentences of the specification, addresses and fields of the API always say `prêmio` or `prize`.
 */

import * as z from 'zod/mini'

// Imported from text.ts and not from look.ts, because the login would otherwise load the code of the look.
import { chosenFrom } from '#contract/value/text.ts'

/** A form of the word. The longest fits beside four other words into the tab bar of a phone that is 320 px wide. */
const form = z
  .string()
  .check(z.regex(/^\p{Ll}{3,12}$/u, { error: 'Use uma palavra de 3 a 12 letras minúsculas' }))

export const PrizeWord = z.strictObject({
  one: form,
  many: form,
  gender: chosenFrom(['masculine', 'feminine']),
})
export type PrizeWord = z.infer<typeof PrizeWord>

export const defaultPrizeWord: PrizeWord = { one: 'prêmio', many: 'prêmios', gender: 'masculine' }

/**
 * Returns a function that puts a company's word into the sentence. The placeholders `{one}` and `{many}` stand for the
 * word. At the beginning of a sentence they are `{One}` and `{Many}`. The placeholder `{o|a}` becomes the first text for a
 * masculine word and the second for a feminine one: 'Est{e|a} {one} saiu da loja'.
 */
export function prizeSentence(sentence: string): (word: PrizeWord) => string {
  return ({ one, many, gender }) => {
    const forms: Record<string, string> = {
      one,
      many,
      One: capitalised(one),
      Many: capitalised(many),
    }
    return sentence
      .replaceAll(/\{(\w*)\|(\w*)\}/g, gender === 'masculine' ? '$1' : '$2')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => forms[name]!)
  }
}

function capitalised(word: string): string {
  return `${word.charAt(0).toLocaleUpperCase('pt-BR')}${word.slice(1)}`
}
