/**
 * The difference between the server's clock and the device's. The server decides when an intention expires, and the clock of a
 * phone is often wrong by minutes.
 */

let ahead_ms = 0

/**
 * Two estimates of the same difference are less than this apart, because the Date header has whole seconds. If they are
 * further apart, the device's clock was corrected meanwhile.
 */
const tolerance_ms = 2_000

/**
 * Takes the Date header of an answer that has just arrived. The header is rounded down to seconds, and the answer needs time
 * to arrive, so each estimate of the difference is too small. The largest estimate is the best one, and stays.
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

/** The time in ms since this instant; negative before it. */
export function timeSince(instant: string): number {
  return Date.now() + ahead_ms - Date.parse(instant)
}
