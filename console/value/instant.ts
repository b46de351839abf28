/** Instants as the company's people read them: in its time zone. */

import { company } from '#console/company/company.ts'
import { dateFormat } from '#contract/value/date-format.ts'

const dates = dateFormat('pt-BR', { dateStyle: 'short' })(company.time_zone)
const times = dateFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })(company.time_zone)

/** '21/11/2026' */
export function dateText(instant: string): string {
  return dates.format(new Date(instant))
}

/** '21/11/2026, 14:30' */
export function instantText(instant: string): string {
  return times.format(new Date(instant))
}

const hours = dateFormat('pt-BR', { timeStyle: 'short' })(company.time_zone)

/** '14:30' */
export function timeText(instant: string): string {
  return hours.format(new Date(instant))
}
