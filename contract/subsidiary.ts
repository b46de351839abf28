/** The shops of a company, as tills name them (D13). */

import * as z from 'zod/mini'

/** Shops of a company. Its answer and each page contain them all: 500 with 191 letters of name and of address are about 200 kB. */
export const maxSubsidiaries = 500

/** The form of a shop's name that is compared: without case, accents and superfluous spaces. */
export function subsidiaryKey(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The warning beside an answer whose request names a shop that the company does not list. The request succeeded. */
export const UnknownSubsidiary = z.object({
  type: z.literal('unknown_subsidiary'),
  /** For the cashier. */
  message: z.string(),
  /** The company's shop with the most similar name. */
  closest: z.string(),
})
export type UnknownSubsidiary = z.infer<typeof UnknownSubsidiary>

/** The warning for `name`, which is also the message of `unknown_subsidiary`. `shopNames` has at least one name. */
export function unknownSubsidiary(name: string, shopNames: readonly string[]): UnknownSubsidiary {
  const closest = closestName(name, shopNames)
  return {
    type: 'unknown_subsidiary',
    message: `A loja “${name}” não está na lista da empresa. A mais parecida é “${closest}”.`,
    closest,
  }
}

/** The shop with the most similar name. */
function closestName(name: string, shopNames: readonly string[]): string {
  const likenessOf = likenessTo(subsidiaryKey(name))
  return shopNames
    .map((other) => ({ other, likeness: likenessOf(subsidiaryKey(other)) }))
    .reduce((best, one) => (one.likeness > best.likeness ? one : best)).other
}

/**
 * Returns a function that measures how alike another text is to `text`, from 0 to 1. It compares pairs of neighbouring letters
 * (Sørensen–Dice), so that a part of a name finds the whole.
 */
export function likenessTo(text: string): (other: string) => number {
  const pairs = pairsOf(text)
  return (other) => {
    const unmatched = pairsOf(other)
    const size = pairs.length + unmatched.length
    let shared = 0
    for (const pair of pairs) {
      const at = unmatched.indexOf(pair)
      if (at < 0) continue
      unmatched.splice(at, 1)
      shared += 1
    }
    return (2 * shared) / size
  }
}

/** 'rua 1' → ' r', 'ru', 'ua', 'a ', ' 1', '1 '. */
function pairsOf(text: string): string[] {
  const letters = Array.from(` ${text} `)
  return letters.slice(1).map((letter, at) => letters[at]! + letter)
}
