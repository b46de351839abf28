/** The server's time: an intention ends by that, and phones are often minutes off. */

let ahead_ms = 0

/** From an answer that has just come: its Date header, in whole seconds. */
export function setServerTime(date: string | null): void {
  const server_ms = Date.parse(date ?? '')
  if (!Number.isNaN(server_ms)) ahead_ms = server_ms - Date.now()
}

/** How long until this instant; 0 when it is past. */
export function timeUntil(instant: string): number {
  return Math.max(0, Date.parse(instant) - Date.now() - ahead_ms)
}
