/** Refuses a new password of a staff member that was leaked, or that somebody guesses who knows the company (ASVS 6.2.11, 6.2.12). */

import { ApiError } from '#api/http/api-error.ts'
import {
  breachedPasswordMessage,
  contextWords,
  guessablePasswordMessage,
} from '#contract/console/staff.ts'
import type { Database } from '#database/sql.ts'

import { isBreached } from './breached.ts'
import { fileOf } from './console.ts'

/** Letters and digits that a password must have beside the words. Fewer are a year or a row of digits. */
const minBeside = 6
/** Shorter words, such as 'de', occur in any text. */
const minWord = 4

type Person = { name: string; email: string }

/** Throws `validation` at the field `password`. */
export async function refuseGuessable(
  connection: Database,
  company_id: string,
  { name, email }: Person,
  password: string,
): Promise<void> {
  if (isBreached(password)) throw refusal(breachedPasswordMessage)
  const company = await fileOf(connection, company_id)
  const texts = [company.name, company.program_name, company.slug, name, email, ...contextWords]
  if (beside(password, wordsOf(texts)).length >= minBeside) return
  throw refusal(guessablePasswordMessage)
}

function refusal(message: string): ApiError {
  return new ApiError('validation', { fields: { password: [message] } })
}

/** The longest words first, so that 'cafeteria' is taken out before 'cafe'. */
function wordsOf(texts: string[]): string[] {
  const words = texts.flatMap((text) => comparable(text).split(/[^\p{L}\d]+/u))
  return words.filter((word) => word.length >= minWord).toSorted((a, b) => b.length - a.length)
}

/** The letters and digits that a password has beside the words. */
function beside(password: string, words: string[]): string {
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), comparable(password))
  return rest.replaceAll(/[^\p{L}\d]/gu, '')
}

/** Without letter case and accents. */
function comparable(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
