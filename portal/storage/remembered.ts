/** Choices that this browser remembers for some days, such as a consent. Stored as the instant at which each ends. */

/** Milliseconds in a day. */
const day_ms = 86_400_000

export function remember(key: string, days: number): void {
  localStorage.setItem(key, new Date(Date.now() + days * day_ms).toISOString())
}

export function isRemembered(key: string): boolean {
  // A missing or invalid entry parses to NaN, which is not later than now.
  return Date.parse(localStorage.getItem(key) ?? '') > Date.now()
}

export function forget(key: string): void {
  localStorage.removeItem(key)
}
