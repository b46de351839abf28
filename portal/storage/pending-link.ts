/**
 * Stores a mailed link that was opened during a session, until the home screen has asked which account to use (D13). Its token
 * is removed from the address at once. The link stays in this tab, survives a reload, and is deleted by the answer or with the
 * session.
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
