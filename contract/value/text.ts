/** Text that people write. */

import * as z from 'zod/mini'

/** Characters of a name, a title or an external id: what a line of text may have unless a field says otherwise. */
export const maxLine = 191

export const requiredMessage = 'Este campo é obrigatório'

/**
 * A line of text of `min` to `max` characters once trimmed. Control and invisible characters (PostgreSQL cannot hold NUL)
 * and halves of surrogate pairs are refused.
 */
export function text(min: number, max: number) {
  return textOf(min, max, isPlain)
}

/** The same rules for text of several lines. */
export function paragraphs(min: number, max: number) {
  return textOf(min, max, (lines) => isPlain(lines.replaceAll('\n', ' ')))
}

function textOf(min: number, max: number, isAllowed: (text: string) => boolean) {
  return z
    .string({ error: requiredMessage })
    .check(
      z.trim(),
      z.minLength(min, { error: requiredMessage }),
      z.maxLength(max, { error: `Use no máximo ${max} caracteres` }),
      z.refine(isAllowed, { error: 'Há caracteres que não podem ser usados' }),
    )
}

/** Zero-width characters and marks of direction: two texts that differ by them alone look the same on a screen. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/

/** True for text with no control or invisible character and no half of a surrogate pair. */
export function isPlain(input: string): boolean {
  return input.isWellFormed() && !/\p{Cc}/u.test(input) && !invisible.test(input)
}

/** HTML before it is sanitised (T14). Line breaks and tabs are allowed. */
export function html(min: number, max: number) {
  return textOf(min, max, (text) => isPlain(text.replaceAll(/[\n\r\t]/g, ' ')))
}

/** An `https:` URL. Never `javascript:` (T14). */
export const Url = z
  .url({ protocol: /^https$/, error: 'Use um endereço https completo' })
  .check(z.maxLength(600))

export const postUrlMessage = 'Use um endereço https completo, sem senha e sem #'

/** A URL that the server posts to. z.url is not enough: it removes tabs and line ends and keeps other control characters. */
export const PostUrl = z
  .string({ error: postUrlMessage })
  .check(z.trim(), z.refine(isReachable, { error: postUrlMessage }))

/** https, or http to this machine; only the demo sends to the latter. */
function isReachable(input: string): boolean {
  const url = URL.parse(input)
  if (!isPlain(input) || !url || url.username || url.password || url.href.includes('#')) {
    return false
  }
  const isLocal = /^(127\.0\.0\.1|\[::1\]|([\w-]+\.)*localhost)$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
}

/** The formats of picture files, by the endings of their names. */
export const pictureEndings = ['svg', 'png', 'jpg', 'jpeg', 'webp', 'avif'] as const

/** The name of a picture file beside company.yaml. */
export const ImageFile = z.string().check(
  z.maxLength(600),
  z.regex(new RegExp(String.raw`^[\w-]+\.(${pictureEndings.join('|')})$`), {
    error: 'Use o nome de um arquivo .svg, .png, .jpg, .webp ou .avif desta pasta',
  }),
)

/** One of `words`. The message lists them, because the author of a file cannot see the schema. */
export function chosenFrom<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: `Use ${words.slice(0, -1).join(', ')} ou ${words.at(-1)}` })
}
