/** Fiel's own voucher codes (T16). They cannot be guessed, and a check character distinguishes a typo from an unknown code. */

import { type Random, systemRandom } from '#database/io.ts'

/** Crockford's base 32: without I, L, O and U, which people misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 65 random bits. With 1 million live codes, 1,000 tills that guess 10 times a minute hit one code in 7,000 years. */
const randomLength = 13

/** '7K2QD-9XM4T-W0RC': 13 random characters and their check character. */
export function newVoucherCode(random: Random = systemRandom): string {
  const bytes = random.bytes(randomLength)
  const characters = Array.from(bytes, (byte) => alphabet[byte % 32]!).join('')
  return `${characters}${checkCharacter(characters)}`.replace(/^(.{5})(.{5})(.{4})$/, '$1-$2-$3')
}

/** The form in which codes are compared: without case and hyphens (D8). */
export function bareCode(code: string): string {
  return code.replaceAll('-', '').toUpperCase()
}

/** Whether the check character fits. It detects one wrong character or two swapped ones, so a till can tell a typo offline. */
export function isVoucherCode(code: string): boolean {
  const bare = bareCode(code)
  return (
    /^[0-9A-HJKMNP-TV-Z]{14}$/.test(bare) &&
    checkCharacter(bare.slice(0, randomLength)) === bare.at(-1)
  )
}

/**
 * Evaluates a polynomial over the field of 32 elements at its generator. Any single wrong character changes the result, and so
 * does any swap of two.
 */
function checkCharacter(characters: string): string {
  let sum = 0
  for (const character of characters) {
    sum = timesGenerator(sum ^ alphabet.indexOf(character))
  }
  return alphabet[sum]!
}

/** Multiplies by the generator x, modulo x⁵ + x² + 1. This polynomial is irreducible, and x has the order 31. */
function timesGenerator(element: number): number {
  const shifted = element << 1
  return shifted & 32 ? shifted ^ 0b100101 : shifted
}
