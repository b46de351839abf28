import type { CustomerLevels } from '#contract/level.ts'
import type { PointsEntry } from '#contract/points.ts'
import type { EntryDisplay } from '#contract/statement/entry-kind.ts'
import { speaksOfPoints } from '#contract/value/display.ts'
import { formatInteger } from '#contract/value/money.ts'
import { pointsText } from '#portal/text/points.ts'

import { earningLines, isSingularPrice, priceLines } from './amount.ts'
import { titleOf } from './entry-words.ts'

type Entry = Pick<
  PointsEntry,
  | 'type_id'
  | 'promotion'
  | 'prize'
  | 'available_at'
  | 'subsidiary_name'
  | 'points_amount'
  | 'points_value'
>
type Company = Parameters<typeof priceLines>[1] & EntryDisplay

/** Whether the entry is spendable points from a till. Promotions have their own screen; pending points cannot be spent yet. */
export function isArrival({ type_id, promotion, available_at }: Entry): boolean {
  return type_id === 'GNR' && promotion === null && available_at === null
}

/** '+45 pontos · Loja 1 · faltam 234 para Ouro'; after a rise the new level in place of what is missing. */
export function arrivalLine(
  entry: Entry,
  { current, next }: CustomerLevels['levels_system'],
  hasRisen: boolean,
  company: Company,
): string {
  const level =
    hasRisen && current ? pointsText.risen(current.level.name) : next && levelPart(next, company)
  const [gain] = earningLines(entry.points_amount, entry.points_value, company)
  return [gain, titleOf(entry as PointsEntry, company), level].filter(Boolean).join(' · ')
}

type Next = NonNullable<CustomerLevels['levels_system']['next']>

function levelPart({ level, missing_amount }: Next, company: Company): string | null {
  const [amount] = priceLines(missing_amount, company)
  if (amount === undefined) return null
  const { arrivedMissing, arrivedMissingOne } = pointsText
  const sentence = isSingularPrice(missing_amount, company) ? arrivedMissingOne : arrivedMissing
  return sentence(speaksOfPoints(company) ? formatInteger(missing_amount) : amount, level.name)
}
