/**
 * The difference between the server's clock and the device's. The server decides when an intention expires, and the clock of a
 * phone is often wrong by minutes.
 */

let ahead_ms = 0

/** Takes the Date header (whole seconds) of an answer that has just arrived. */
export function setServerTime(date: string | null): void {
  const server_ms = Date.parse(date ?? '')
  if (!Number.isNaN(server_ms)) ahead_ms = server_ms - Date.now()
}

/** The time until this instant; 0 when it is past. */
export function timeUntil(instant: string): number {
  return Math.max(0, Date.parse(instant) - Date.now() - ahead_ms)
}
