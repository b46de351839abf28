/** The words of a history line (R7.3, D7). */

import type { PointsEntry } from '#contract/points.ts'
import { type EntryDisplay, entryKind } from '#contract/statement/entry-kind.ts'
import { dateFormat } from '#contract/value/date-format.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { pointsText } from '#portal/text/points.ts'

/** The title of a line: the prize, or else the shop, the promotion or the kind of movement. */
export function titleOf(entry: PointsEntry, display: EntryDisplay): string {
  return (
    entry.prize ??
    entry.subsidiary_name ??
    entry.promotion ??
    entry.reason ??
    entryKind(entry, display)
  )
}

/** 5.5 → '5,5'. */
export function decimal(number: number): string {
  return String(number).replace('.', ',')
}

/** 20/11/2026 12:00 in the company's time zone, as on the receipt. */
export function formatInstant(instant: string, time_zone: string): string {
  return formatOf(time_zone).format(new Date(instant)).replace(',', '')
}

/** 'Novembro de 2026' in the company's time zone. */
export function monthOf(instant: string, time_zone: string): string {
  const month = monthFormatOf(time_zone).format(new Date(instant))
  return `${month.charAt(0).toUpperCase()}${month.slice(1)}`
}

/** The points' last valid day, or that they never expire. */
export function validityOf(expires_at: string | null): string {
  return expires_at === null ? pointsText.noEnd : pointsText.validUntil(toBrazilianDate(expires_at))
}

const formatOf = dateFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
const monthFormatOf = dateFormat('pt-BR', { month: 'long', year: 'numeric' })
