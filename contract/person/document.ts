/** CPF and CNPJ: the check digits and the two rules built on them (R5.5, D10). */

import * as z from 'zod/mini'

/** A CPF or CNPJ without its mask: '529.982.247-25' → '52998224725'. Letters (alphanumeric CNPJ) are capitalised. */
export function bareDocument(input: string): string {
  return input.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

/** Masks a document except its middle digits, which distinguish two documents: '***.982.247-**', '**.222.333/0001-**'. */
export function maskedDocument(document: string): string {
  return document.length === 11
    ? document.replace(/^.{3}(.{3})(.{3}).{2}$/, '***.$1.$2-**')
    : document.replace(/^.{2}(.{3})(.{3})(.{4}).{2}$/, '**.$1.$2/$3-**')
}

/** True for 11 digits, not all the same, whose last two are the modulus-11 check digits. */
export function isCpf(document: string): boolean {
  return /^\d{11}$/.test(document) && hasCheckDigits(document, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
}

/**
 * True for 12 digits or capital letters and two check digits. Letters are in force since July 2026 (Receita Federal, IN RFB
 * 2.229/2024). Each character counts as its ASCII code − 48, so a CNPJ of digits keeps its check digits.
 */
export function isCnpj(document: string): boolean {
  return (
    /^[0-9A-Z]{12}\d{2}$/.test(document) &&
    hasCheckDigits(document, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  )
}

export const cpfMessage = 'Insira um CPF válido'
export const cnpjMessage = 'Insira um CNPJ válido'

/** A document without punctuation, as the API and the database hold it: a CNPJ if it is longer than 11 characters, else a CPF. */
export const Document = z.string({ error: cpfMessage }).check(
  z.refine((document) => (isLongAsCnpj(document) ? isCnpj(document) : isCpf(document)), {
    error: ({ input }) => (isLongAsCnpj(String(input)) ? cnpjMessage : cpfMessage),
  }),
)

/** A CPF or CNPJ as a till sends it: with or without punctuation and spaces (D13). Parsed into the bare document. */
export const PunctuatedDocument = z.pipe(
  z.string({ error: cpfMessage }).check(
    // The marks of a mask and spaces. Any other character is a mistake, not punctuation.
    z.regex(/^[0-9A-Za-z.\-/\s]{0,40}$/, { error: cpfMessage }),
  ),
  z.pipe(z.transform(bareDocument), Document),
)

type Chosen = { document?: string | null | undefined; use_cnpj?: boolean | undefined }

/**
 * R5.5: the document must be of the kind that `use_cnpj` states: true → CNPJ, false → CPF, each with its own message. Without
 * `use_cnpj` the length decides, as in `Document`. The rule also runs when other fields are invalid, so that a form shows all
 * messages at once.
 */
export const documentAsChosen = z.check<Chosen>(({ value, issues }) => {
  const { document, use_cnpj } = value ?? {}
  if (typeof use_cnpj !== 'boolean') return
  const found = issues.findIndex(({ path }) => path?.[0] === 'document')
  const is_right = typeof document === 'string' ? (use_cnpj ? isCnpj : isCpf)(document) : found < 0
  if (is_right) return
  if (found >= 0) issues.splice(found, 1)
  const message = use_cnpj ? cnpjMessage : cpfMessage
  issues.push({ code: 'custom', path: ['document'], message, input: document })
})
documentAsChosen._zod.def.when = () => true

/** Counts without punctuation, so that '529.982.247-25' gets the message for a CPF and not for a CNPJ. */
function isLongAsCnpj(document: string): boolean {
  return bareDocument(document).length > 11
}

/** Checks both modulus-11 digits. `weights` are those of the second digit, whose sum includes the first digit. */
function hasCheckDigits(document: string, weights: number[]): boolean {
  if (/^(.)\1*$/.test(document)) return false
  const first = checkDigit(document, weights.slice(1))
  const second = checkDigit(document, weights)
  return document.endsWith(`${first}${second}`)
}

function checkDigit(document: string, weights: number[]): number {
  const sum = weights.reduce(
    (total, weight, at) => total + weight * (document.charCodeAt(at) - 48),
    0,
  )
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
