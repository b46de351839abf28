/**
 * A mailed link that was opened during a session: home asks which account to use (D13). The token leaves the address at
 * once. The link stays in this tab only, survives a reload, and is dropped with the answer or the session.
 */

const key = 'pending_link'

/** `link`: path, query and fragment. */
export function keepPendingLink(link: string): void {
  sessionStorage.setItem(key, link)
}

export function pendingLink(): string | null {
  return sessionStorage.getItem(key)
}

export function dropPendingLink(): void {
  sessionStorage.removeItem(key)
}
