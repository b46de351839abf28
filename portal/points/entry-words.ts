/** The words of a history line (R7.3, D7). */

import type { Company } from '#contract/company.ts'
import type { PointsEntry } from '#contract/points.ts'
import { dateFormat } from '#contract/value/date-format.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { type Display, speaksOfPoints } from '#contract/value/display.ts'
import { pointsText } from '#portal/text/points.ts'

export type EntryDisplay = Display & Pick<Company, 'prize_word'>

/** The title of a line: the prize, or else the shop, the promotion or the kind of movement. */
export function titleOf(entry: PointsEntry, display: EntryDisplay): string {
  return (
    entry.prize ??
    entry.subsidiary_name ??
    entry.promotion ??
    entry.reason ??
    kindOf(entry, display)
  )
}

/** The kind of movement. */
export function kindOf(
  {
    type_id,
    origin,
    promotion,
    prize,
  }: Pick<PointsEntry, 'type_id' | 'origin' | 'promotion' | 'prize'>,
  display: EntryDisplay,
): string {
  if (origin === 'adjustment') return pointsText.adjustment
  if (promotion !== null) return pointsText.promotion
  if (origin === 'merge') return pointsText.merged
  if (origin === 'import') return pointsText.imported
  if (prize !== null && type_id === 'CNS') return pointsText.prize(display.prize_word)
  return (speaksOfPoints(display) ? pointsText.types : pointsText.typesCash)[type_id]
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
