/** What clients have made in earlier loads and may still undo, from the journal: a load of some seconds would undo little else. */

import type { CapturedSale } from '#contract/console/counter.ts'

import type { Entry, Verb } from './journal.ts'

/** The latest ones: a return of a sale of long ago is no other call. */
const maxIds = 20

/** Entries by the credential of their caller. */
export type Earlier = Map<string, Entry[]>

export function byCaller(entries: Entry[]): Earlier {
  return Map.groupBy(entries, ({ call }) => callerOf(call.headers))
}

/** The caller's calls. */
export function earlierOf(earlier: Earlier, headers: Record<string, string>): Entry[] {
  return earlier.get(callerOf(headers)) ?? []
}

/** The ids that the caller's calls of these kinds have made, and that no call has named since. */
export function idsOf(
  earlier: Earlier,
  headers: Record<string, string>,
  made: Partial<Record<Verb, (body: unknown) => string>>,
): string[] {
  const own = earlierOf(earlier, headers)
  const named = new Set(own.flatMap(({ call }) => /[0-9a-f-]{36}/.exec(call.path)?.[0] ?? []))
  const ids = own.flatMap(({ call, answer }) => {
    const idOf = made[call.verb]
    return idOf && answer && answer.status < 300 ? [idOf(answer.body)] : []
  })
  return ids.filter((id) => !named.has(id)).slice(-maxIds)
}

export const idOf = (body: unknown) => (body as { id: string }).id
export const saleOf = (body: unknown) => (body as CapturedSale).sale.id
export const useOf = (body: unknown) => (body as CapturedSale).intention.captured!.record_id

/** A till has a key, a member of staff a cookie, a customer a token. */
function callerOf({ authorization = '', cookie = '' }: Record<string, string>): string {
  return authorization + cookie
}
