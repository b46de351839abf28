/** Where this browser keeps what a person saw last: theirs alone, and gone with their session. */

const place = 'last_seen'

export type Seen = { queryKey: readonly unknown[]; data: unknown; at_ms: number }

/** `session` names whose it is without telling their token; `build` is the portal that wrote it, and can read it. */
type Record = { session: string; build: string; seen: Seen[] }

export function keepSeen(session: string, seen: Seen[]): void {
  const record: Record = { session: nameOf(session), build: build(), seen }
  try {
    localStorage.setItem(place, JSON.stringify(record))
  } catch {
    // There is no room: rather nothing than what is old.
    forgetSeen()
  }
}

/** Of another session, or written by another build: nothing, and no longer there either. */
export function seenIn(session: string): Seen[] {
  const record: Record | null = JSON.parse(localStorage.getItem(place) ?? 'null')
  if (record?.session === nameOf(session) && record.build === build()) return record.seen
  forgetSeen()
  return []
}

export function forgetSeen(): void {
  localStorage.removeItem(place)
}

/** The first script's name, which changes with any other's. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
}

/** FNV-1a, 64 bits: tells sessions apart, and no token can be had from it. https://www.rfc-editor.org/rfc/rfc9923 */
function nameOf(session: string): string {
  let hash = 0xcbf29ce484222325n
  for (const character of session) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0)!)) * 0x100000001b3n)
  }
  return hash.toString(36)
}
