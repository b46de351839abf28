/** A wall clock's time in the company's zone as an instant. */

import { company } from '#console/company/company.ts'
import { localDate, localTime } from '#contract/value/date.ts'

/**
 * '2026-11-25T14:30' in the zone → the instant. An hour that daylight saving time skips is the hour after it. Undefined for an
 * incomplete text.
 */
export function instantOf(wall: string, time_zone: string = company.time_zone): string | undefined {
  const wall_ms = /T\d\d:\d\d/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(wall_ms)) return undefined
  let instant_ms = wall_ms
  /** How much earlier than `wall` the zone's clock is at the instant. */
  const early_ms = () => wall_ms - Date.parse(`${wallOf(new Date(instant_ms), time_zone)}Z`)
  // The second pass uses the offset of the right day.
  instant_ms += early_ms()
  instant_ms += early_ms()
  // No instant has a skipped hour. The passes may have ended an hour before it.
  instant_ms += Math.max(0, early_ms())
  return new Date(instant_ms).toISOString()
}

/** The instant as an input of type datetime-local shows it. */
export function wallOf(instant: Date, time_zone: string = company.time_zone): string {
  return `${localDate(instant, time_zone)}T${localTime(instant, time_zone)}`
}
