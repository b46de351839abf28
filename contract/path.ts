/** Paths of the portal's screens, as browser and server both read them. */

import * as z from 'zod/mini'

export const pathMessage = 'Informe um endereço deste portal'

/**
 * Where a `redirect` may lead (D10, T15): a path of this origin as it stands. One slash and no second, no backslash,
 * nothing to decode before the question mark. Whether a screen has that path is for the portal's route table to say.
 */
export const PortalPath = z
  .string({ error: pathMessage })
  .check(z.regex(/^\/(?!\/)[\w/-]*(\?[^\\#\p{Cc}]*)?$/u, { error: pathMessage }))

const withTrailingSlash = /^(\/[\w-]+)+\/$/

/**
 * R2.6: '/store/' → '/store'. Any other path stays as it is, so that '//evil.example/' never becomes an address of another
 * host.
 */
export function canonicalPath(path: string): string {
  return withTrailingSlash.test(path) ? path.slice(0, -1) : path
}

/** Opens the member code over the dashboard (D14). */
export const memberCodeUrl = '/fidelidade/resumo?codigo'
/** The vouchers that can be withdrawn. */
export const vouchersUrl = '/store?tab=to_withdraw'

/** The shortcuts of the installed portal: a long touch on its icon. portal/path has the same paths. */
export const appShortcuts = [
  { name: 'Meu código', url: memberCodeUrl },
  { name: 'Vouchers', url: vouchersUrl },
  { name: 'Prêmios', url: '/store' },
] as const
