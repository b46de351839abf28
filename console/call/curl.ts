/** A call of the console as a command for a terminal. */

import { requestOf } from '#console/client/api.ts'
import { staffCookieAt } from '#contract/console/staff.ts'
import type { AdminKey } from '#contract/endpoints/endpoints.ts'

export type ShownCall = {
  endpoint: AdminKey
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  /** The name of the file that the answer is saved as. */
  file?: string
}

export type TitledCall = ShownCall & { title: string }

/** The session is a placeholder: a copied command must not hold one. */
export function curl({ endpoint, file, ...parts }: ShownCall, origin: string): string {
  const { url, request } = requestOf(endpoint, parts)
  return [
    `curl -X ${request.method} ${quoted(origin + url)}`,
    ...Object.entries(request.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-b ${quoted(`${staffCookieAt(new URL(origin).host)}=SUA_SESSAO`)}`,
    ...(request.body === undefined ? [] : [`--data ${quoted(request.body)}`]),
    ...(file === undefined ? [] : [`-o ${quoted(file)}`]),
  ].join(' \\\n  ')
}

/** Puts a text into single quotes, in which a shell replaces nothing. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
