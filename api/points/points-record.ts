import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'

/** A row of points_record, as far as it is answered. */
export type PointsRecord = {
  id: string
  customer_id: string
  sequence: number
  type_id: GeneratedPoints['type_id']
  origin: string
  source_id: string | null
  reverses_id: string | null
  partner_key_id: string | null
  external_id: string | null
  subsidiary_name: string | null
  purchase_value: number | null
  amount: number
  value: number
  /** Of a purchase, how it was calculated; of a grant, whose it is. */
  calculation: { rate?: number; rule_id?: string; promotion?: string; code?: string } | null
  available_on: string | null
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
}

/** Without what only the answer to a till tells. */
type Told = Omit<PointsRecord, 'type_id' | 'balance_amount' | 'balance_value'>

type Calculation = NonNullable<PointsEntry['calculation']>

/** The record as it is answered. */
export function pointsRecord<Type extends string>(record: Told & { type_id: Type }) {
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
    created_at,
    amount: record.amount,
    value: record.value,
    customer_id: record.customer_id,
    integrator_id: record.partner_key_id,
    external_id: record.external_id,
    source_key: record.source_id,
    code: record.calculation?.code ?? null,
    parent_id: record.reverses_id,
    generator_id: type_id === 'GNR_REVERSAL' ? record.reverses_id : null,
    consumption_id: type_id === 'CNS_REVERSAL' ? record.reverses_id : null,
  }
}

/** The answer to the till that made the record: always the same. */
export function answeredRecord(record: PointsRecord): GeneratedPoints {
  return {
    ...pointsRecord(record),
    // Whatever a till makes has its external_id.
    external_id: record.external_id!,
    balance: { amount_balance: record.balance_amount, value_balance: record.balance_value },
  }
}

/**
 * A reversal's calculation is for the audit, a promotion's is its name. The rule's id is answered beside a purchase's.
 */
function purchaseCalculation({ calculation }: Told) {
  if (!calculation || !('rate' in calculation)) {
    return { calculation: null, calculation_rule_id: null }
  }
  const { rule_id = null, ...answered } = calculation as StoredCalculation
  return { calculation: answered, calculation_rule_id: rule_id }
}

/** As generate.sql writes it. Records from before rules were noted have no rule_id. */
export type StoredCalculation = Calculation & { rule_id?: string }

export function percentage(calculation: Calculation | null): number | null {
  return calculation?.type === 'PERCENTAGE' ? calculation.rate : null
}
