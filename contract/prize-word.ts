/**
 * The word of a company for its prizes: `prize_word` in company.yaml. Our own sentences take the word, and agree with it in number
 * and gender. Sentences of the specification, addresses and fields of the API never do.
 */

import * as z from 'zod/mini'

// Not from look.ts: the login would load what the look is made of.
import { chosenFrom } from '#contract/value/text.ts'

/** The longest word fits beside four others into the tab bar of a phone that is 320 px wide. */
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
 * A sentence that waits for the word. {one} and {many} are its forms, {One} and {Many} begin a sentence, and {o|a} chooses by
 * gender: 'Est{e|a} {one} saiu da loja'.
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
