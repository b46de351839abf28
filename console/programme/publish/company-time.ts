/** A wall clock's time in the company's zone as an instant. */

import { company } from '#console/company/company.ts'
import { localDate, localTime } from '#contract/value/date.ts'

/**
 * '2026-11-25T14:30' in the zone → the instant. An hour that daylight saving time skips is the hour after it. Undefined for an
 * incomplete text.
 */
export function instantOf(wall: string, time_zone: string = company.time_zone): string | undefined {
  const wished = Date.parse(`${wall}Z`)
  if (Number.isNaN(wished)) return undefined
  let instant = wished
  // The second pass uses the offset of the right day.
  for (let pass = 0; pass < 2; pass += 1) {
    instant += wished - Date.parse(`${wallOf(new Date(instant), time_zone)}Z`)
  }
  return new Date(instant).toISOString()
}

/** The instant as an input of type datetime-local shows it. */
export function wallOf(instant: Date, time_zone: string = company.time_zone): string {
  return `${localDate(instant, time_zone)}T${localTime(instant, time_zone)}`
}
