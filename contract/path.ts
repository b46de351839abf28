/** Paths of the portal's screens, as browser and server both read them. */

import * as z from 'zod/mini'

import { prizeSentence } from './prize-word.ts'

export const pathMessage = 'Informe um endereço deste portal'

/**
 * A `redirect` that cannot leave this origin (D10, T15). It begins with exactly one slash and has no backslash, and no percent
 * encoding before the question mark. The portal's route table decides whether a screen has this path.
 */
export const PortalPath = z
  .string({ error: pathMessage })
  .check(z.regex(/^\/(?!\/)[\w/-]*(\?[^\\#\p{Cc}]*)?$/u, { error: pathMessage }))

const withTrailingSlash = /^(\/[\w-]+)+\/$/

/**
 * R2.6: '/store/' → '/store'. Other paths stay unchanged, so that '//evil.example/' never becomes the address of another
 * host.
 */
export function canonicalPath(path: string): string {
  return withTrailingSlash.test(path) ? path.slice(0, -1) : path
}

/** Opens the member code over the dashboard (D14). */
export const memberCodeUrl = '/fidelidade/resumo?codigo'
/** The vouchers that can be withdrawn. */
export const vouchersUrl = '/store?tab=to_withdraw'

/** The shortcuts of the installed portal, which a long press on its icon shows. portal/path has the same paths. */
export const appShortcuts = [
  { name: prizeSentence('Meu código'), url: memberCodeUrl },
  { name: prizeSentence('Vouchers'), url: vouchersUrl },
  { name: prizeSentence('{Many}'), url: '/store' },
] as const
