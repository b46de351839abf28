/**
 * A mailed link that was opened while somebody is signed in: home asks which account is meant (D13). The token leaves the
 * address at once. It waits in this tab alone, survives a reload, and is dropped with the answer or with the session.
 */

const key = 'pending_link'

/** `link`: path, query and what stands behind the '#'. */
export function keepPendingLink(link: string): void {
  sessionStorage.setItem(key, link)
}

export function pendingLink(): string | null {
  return sessionStorage.getItem(key)
}

export function dropPendingLink(): void {
  sessionStorage.removeItem(key)
}
