/** The codes that Fiel makes for vouchers (T16): nobody guesses one, and a mistyped one is told from an unknown one. */

import { type Random, systemRandom } from '#database/io.ts'

/** Crockford's base 32: without I, L, O and U, which are misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 65 random bits: with a million live codes and a thousand tills guessing ten times a minute, one hit in 7,000 years. */
const random_length = 13

/** '7K2QD-9XM4T-W0RC': 13 random characters and their check character. */
export function newVoucherCode(random: Random = systemRandom): string {
  const bytes = random.bytes(random_length)
  const characters = Array.from(bytes, (byte) => alphabet[byte % 32]!).join('')
  return `${characters}${checkCharacter(characters)}`.replace(/^(.{5})(.{5})(.{4})$/, '$1-$2-$3')
}

/** What two codes are compared by: case and hyphens do not matter (D8). */
export function bareCode(code: string): string {
  return code.replaceAll('-', '').toUpperCase()
}

/** False where a character is wrong or two have changed places, so that a till may say so without asking. */
export function isVoucherCode(code: string): boolean {
  const bare = bareCode(code)
  return (
    /^[0-9A-HJKMNP-TV-Z]{14}$/.test(bare) &&
    checkCharacter(bare.slice(0, random_length)) === bare.at(-1)
  )
}

/**
 * A polynomial over the field of 32 elements, at its generator: any one wrong character changes it, and so does any
 * exchange of two.
 */
function checkCharacter(characters: string): string {
  let sum = 0
  for (const character of characters) {
    sum = timesGenerator(sum ^ alphabet.indexOf(character))
  }
  return alphabet[sum]!
}

/** Modulo x⁵ + x² + 1, which is irreducible and of order 31. */
function timesGenerator(element: number): number {
  const shifted = element << 1
  return shifted & 32 ? shifted ^ 0b100101 : shifted
}
