/** Days of the calendar of the companies of a made-up history. A day is a number: the days since 1970. */

export const day_ms = 86_400_000
/** Their days have been three hours behind UTC all year round since 2019. */
const zone_ms = -3 * 3_600_000
/** Of the calculation rule. */
const good_days = 730

export function localDay(time_ms: number): number {
  return Math.floor((time_ms + zone_ms) / day_ms)
}

export function dateOf(day: number): string {
  return new Date(day * day_ms).toISOString().slice(0, 10)
}

export function beginningOf(day: number): string {
  return new Date(day * day_ms - zone_ms).toISOString()
}

export function goodUntil(time_ms: number): string {
  return dateOf(localDay(time_ms) + good_days)
}

/** The first instant after the last day. */
export function expiry(time_ms: number): string {
  return beginningOf(localDay(time_ms) + good_days + 1)
}
