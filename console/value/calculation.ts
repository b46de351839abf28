/** 'Como calculamos': the steps from a purchase to its points (D4), for a record and for a backtest. */

import { calculationText } from '#console/text/calculation.ts'
import type { PointsEntry } from '#contract/points.ts'
import { counted, formatMoney } from '#contract/value/money.ts'

import { decimalText } from './number-text.ts'

type Calculation = Omit<NonNullable<PointsEntry['calculation']>, 'rounding'>
export type CalculationRow = readonly [label: string, value: string]

/** `purchase_value`: centavos; null if the screen shows the purchase elsewhere. The counted value has a row only if it differs. */
export function calculationRows(
  calculation: Calculation,
  purchase_value: number | null = null,
): CalculationRow[] {
  const { type, base, multiplier, cap, minimum_purchase_value, points_value } = calculation
  const words = calculationText
  const capWords = (limit: number) =>
    type === 'PERCENTAGE' ? formatMoney(limit) : counted(limit, 'ponto', 'pontos')
  return [
    [words.rule, ruleWords(calculation)],
    ...rowIf(words.purchase, purchase_value ?? undefined, formatMoney),
    ...rowIf(words.paidWithPoints, points_value, formatMoney),
    ...rowIf(words.counted, base === purchase_value ? undefined : base, formatMoney),
    ...rowIf(words.multiplier, multiplier === 1 ? undefined : multiplier, decimalText),
    ...rowIf(words.minimum, minimum_purchase_value, (minimum) =>
      words.notReached(formatMoney(minimum)),
    ),
    ...rowIf(words.cap, cap, capWords),
  ]
}

function ruleWords({ rule, type, rate }: Calculation): string {
  const { ruleWith, percentage, perReal } = calculationText
  const text = decimalText(rate)
  return ruleWith(rule, type === 'PERCENTAGE' ? percentage(text) : perReal(text, rate < 2))
}

/** No row for a value that is absent. */
export function rowIf<Value>(
  label: string,
  value: Value | undefined,
  words: (value: Value) => string,
): CalculationRow[] {
  return value === undefined ? [] : [[label, words(value)]]
}
