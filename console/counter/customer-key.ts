/** The customer that a cashier types or scans: a CPF, a CNPJ, a phone or a member code (D14). */

import type * as z from 'zod/mini'

import type { CounterKey } from '#contract/console/counter.ts'
import { incompleteNumber } from '#contract/console/desk.ts'
import { hasAreaCode } from '#contract/person/contact.ts'
import { bareDocument, isCnpj, isCpf, maskedDocument } from '#contract/person/document.ts'

export type TypedKey = z.input<typeof CounterKey>

/** Every key that the text may be. Eleven digits may be a CPF and a phone. Throws nothing: no key is a mistake. */
export function keysOf(text: string): TypedKey[] {
  const typed = text.trim()
  if (isMemberCode(typed)) return [{ code: typed }]
  const bare = bareDocument(typed)
  const national = /^(?:55)?(\d{2}9\d{8})$/.exec(bare)?.[1]
  return [
    ...(isCpf(bare) || isCnpj(bare) ? [{ document: bare }] : []),
    ...(national !== undefined && hasAreaCode(national) ? [{ phone: national }] : []),
  ]
}

/**
 * The key that corrects an earlier one; undefined: the text is none. Eleven digits that may be a CPF and a phone are of the kind that the
 * earlier key had. No code, which would expire before the sale is sent.
 */
export function correctedKey(text: string, earlier: TypedKey): TypedKey | undefined {
  const keys = keysOf(text).filter(({ code }) => code === undefined)
  const isPhone = earlier.phone !== undefined
  return keys.find(({ phone }) => isPhone && phone !== undefined) ?? keys[0]
}

export const keyMistake = incompleteNumber

export function isMemberCode(text: string): boolean {
  return text.startsWith('F1.')
}

/** A key as the screen shows it: '***.982.247-**', '…4321'. */
export function keyLabel({ document, phone }: TypedKey): string {
  if (document) return maskedDocument(document)
  return phone ? `…${phone.slice(-4)}` : ''
}
