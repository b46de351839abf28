/** The words of a movement in a customer's record. */

import { calculationText } from '#console/text/calculation.ts'
import { customerText } from '#console/text/customer.ts'
import { calculationRows, type CalculationRow, rowIf } from '#console/value/calculation.ts'
import type { PointsEntry } from '#contract/points.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'

/** The prize, or else the shop, the promotion or the kind of movement. */
export function titleOf(entry: PointsEntry): string {
  return entry.prize ?? entry.subsidiary_name ?? entry.promotion ?? entry.reason ?? kindOf(entry)
}

/** The kind of movement. */
export function kindOf({ origin, type_id }: PointsEntry): string {
  if (origin === 'merge') return customerText.merges[type_id]
  return origin === 'adjustment' ? customerText.adjustments[type_id] : customerText.types[type_id]
}

/** How the points were calculated (D4), from when to when they are good, and which lots they came from. */
export function calculationOf(entry: PointsEntry): CalculationRow[] {
  return [...ruleRows(entry), ...dateRows(entry), ...lotRows(entry), ...keyRows(entry)]
}

function ruleRows({ calculation, purchase_value }: PointsEntry): CalculationRow[] {
  if (calculation) return calculationRows(calculation, purchase_value)
  return rowIf(calculationText.purchase, purchase_value ?? undefined, formatMoney)
}

function dateRows({ type_id, available_at, expires_at }: PointsEntry): CalculationRow[] {
  return [
    ...(available_at === null
      ? []
      : [[customerText.availableFrom, toBrazilianDate(available_at)] as const]),
    ...(type_id === 'GNR'
      ? [
          [
            customerText.goodTo,
            expires_at === null ? customerText.noEnd : toBrazilianDate(expires_at),
          ] as const,
        ]
      : []),
  ]
}

function lotRows({ lots }: PointsEntry): CalculationRow[] {
  if (lots.length === 0) return []
  const words = lots.map(({ points_amount, expires_at }) =>
    customerText.lot(
      Math.abs(points_amount),
      expires_at === null ? customerText.noEnd : customerText.validTo(toBrazilianDate(expires_at)),
    ),
  )
  return [[customerText.lots, words.join('; ')]]
}

function keyRows({ external_id, origin }: PointsEntry): CalculationRow[] {
  const label = origin === 'import' ? customerText.importedId : customerText.externalId
  return rowIf(label, external_id ?? undefined, String)
}
