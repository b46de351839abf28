/** Calendar days in the companies' time zone, for the generated history. A day is the number of days since 1970. */

export const day_ms = 86_400_000
/** America/Sao_Paulo is UTC−3 all year: Brazil ended daylight saving time in 2019. */
const zone_ms = -3 * 3_600_000
/** Validity of earned points, as in the calculation rule of fill.ts. */
const goodDays = 730

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
  return dateOf(localDay(time_ms) + goodDays)
}

/** The instant at which the last valid day ends. */
export function expiry(time_ms: number): string {
  return beginningOf(localDay(time_ms) + goodDays + 1)
}
