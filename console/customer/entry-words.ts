/** The words of a movement in a customer's record. */

import { customerText } from '#console/text/customer.ts'
import type { PointsEntry } from '#contract/points.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

/** The prize, or else the shop, the promotion or the kind of movement. */
export function titleOf(entry: PointsEntry): string {
  return entry.prize ?? entry.subsidiary_name ?? entry.promotion ?? entry.reason ?? kindOf(entry)
}

/** The kind of movement. */
export function kindOf({ origin, type_id }: PointsEntry): string {
  return origin === 'adjustment' ? customerText.adjustments[type_id] : customerText.types[type_id]
}

type Row = readonly [label: string, value: string]

/** How the points were calculated (D4), from when to when they are good, and which lots they came from. */
export function calculationOf(entry: PointsEntry): Row[] {
  return [...ruleRows(entry), ...dateRows(entry), ...lotRows(entry), ...keyRows(entry)]
}

function ruleRows({ calculation, purchase_value }: PointsEntry): Row[] {
  const purchase = rowIf(customerText.purchase, purchase_value ?? undefined, formatMoney)
  if (!calculation) return purchase
  const { rule, type, rate, base, multiplier, cap, minimum_purchase_value, points_value } =
    calculation
  return [
    [
      customerText.rule,
      type === 'PERCENTAGE'
        ? customerText.rulePercentage(rule, decimal(rate))
        : customerText.rulePoints(rule, decimal(rate)),
    ],
    ...purchase,
    ...rowIf(customerText.paidWithPoints, points_value, formatMoney),
    ...rowIf(customerText.counted, base === purchase_value ? undefined : base, formatMoney),
    ...rowIf(customerText.multiplier, multiplier === 1 ? undefined : multiplier, decimal),
    ...rowIf(customerText.minimum, minimum_purchase_value, (minimum) =>
      customerText.notReached(formatMoney(minimum)),
    ),
    ...rowIf(customerText.cap, cap, type === 'PERCENTAGE' ? formatMoney : formatInteger),
  ]
}

function dateRows({ type_id, available_at, expires_at }: PointsEntry): Row[] {
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

function lotRows({ lots }: PointsEntry): Row[] {
  if (lots.length === 0) return []
  const words = lots.map(({ points_amount, expires_at }) =>
    customerText.lot(
      Math.abs(points_amount),
      expires_at === null ? customerText.noEnd : customerText.validTo(toBrazilianDate(expires_at)),
    ),
  )
  return [[customerText.lots, words.join('; ')]]
}

function keyRows({ external_id }: PointsEntry): Row[] {
  return rowIf(customerText.externalId, external_id ?? undefined, String)
}

function rowIf<Value>(
  label: string,
  value: Value | undefined,
  words: (value: Value) => string,
): Row[] {
  return value === undefined ? [] : [[label, words(value)]]
}

/** 5.5 → '5,5'. */
function decimal(number: number): string {
  return String(number).replace('.', ',')
}
