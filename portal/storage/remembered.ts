/** What this browser remembers for some days: a consent, a wish not to be asked. Kept as the instant at which it ends. */

const day_ms = 86_400_000

export function remember(key: string, days: number): void {
  localStorage.setItem(key, new Date(Date.now() + days * day_ms).toISOString())
}

export function isRemembered(key: string): boolean {
  // What nobody wrote, or wrote otherwise, is no instant: it is not later than now.
  return Date.parse(localStorage.getItem(key) ?? '') > Date.now()
}

export function forget(key: string): void {
  localStorage.removeItem(key)
}
