import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'
import { shownNumber } from '#engine/command.ts'
import type { RecordResult } from '#engine/result.ts'

/** The fields for a customer, without those for a till only. */
type ShownResult = Omit<
  RecordResult,
  'type_id' | 'balance_amount' | 'balance_value' | 'unlisted_in'
>

type Calculation = NonNullable<PointsEntry['calculation']>

/** The record as the API answers it. */
export function pointsRecord<Type extends string>(record: ShownResult & { type_id: Type }) {
  const { id, sequence, type_id, origin, subsidiary_name, purchase_value, created_at } = record
  const { calculation, calculation_rule_id } = purchaseCalculation(record)
  return {
    id,
    sequence,
    type_id,
    origin,
    subsidiary_name,
    purchase_value,
    points_amount: record.amount,
    points_value: record.value,
    points_percentage: percentage(calculation),
    calculation_rule_id,
    calculation,
    available_at: record.available_on,
    expires_at: record.expires_on,
    created_at: new Date(created_at).toISOString(),
    amount: record.amount,
    value: record.value,
    customer_id: record.customer_id,
    integrator_id: record.partner_key_id,
    external_id: shownNumber(origin, record.external_id),
    source_key: record.source_id,
    code: record.calculation?.code ?? null,
    parent_id: record.reverses_id,
    generator_id: type_id === 'GNR_REVERSAL' ? record.reverses_id : null,
    consumption_id: type_id === 'CNS_REVERSAL' ? record.reverses_id : null,
  }
}

/** The answer to the till that made the record. A repeat gets the same answer. */
export function answeredRecord(record: RecordResult): GeneratedPoints {
  return {
    ...pointsRecord(record),
    // A record made by a till always has its external_id.
    external_id: record.external_id!,
    balance: { amount_balance: record.balance_amount, value_balance: record.balance_value },
  }
}

/**
 * The public part of a record's calculation; null unless the record is a purchase. A reversal stores its calculation for the
 * audit only, and a promotion stores its name there.
 */
function purchaseCalculation({ calculation }: ShownResult) {
  if (!calculation || !('rate' in calculation)) {
    return { calculation: null, calculation_rule_id: null }
  }
  const { rule_id = null, ...answered } = calculation as StoredCalculation
  return { calculation: answered, calculation_rule_id: rule_id }
}

/** The calculation that earning_of writes (engine/pure/calculate.sql). */
export type StoredCalculation = Calculation & { rule_id?: string }

export function percentage(calculation: Calculation | null): number | null {
  return calculation?.type === 'PERCENTAGE' ? calculation.rate : null
}
