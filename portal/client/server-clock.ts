/**
 * The difference between the server's clock and the device's. The server decides when an intention expires, and the clock of a
 * phone is often wrong by minutes.
 */

let ahead_ms = 0

/** Estimates differ by less, because the header has whole seconds. More: the device's clock was corrected. */
const tolerance_ms = 2_000

/**
 * Takes the Date header of an answer that has just arrived. Its whole seconds and its way make each estimate too small, so the
 * largest one stays.
 */
export function setServerTime(date: string | null): void {
  const estimate_ms = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(estimate_ms)) return
  const isNear = Math.abs(estimate_ms - ahead_ms) < tolerance_ms
  ahead_ms = isNear ? Math.max(ahead_ms, estimate_ms) : estimate_ms
}

/** The time until this instant; 0 when it is past. */
export function timeUntil(instant: string): number {
  return Math.max(0, Date.parse(instant) - Date.now() - ahead_ms)
}
