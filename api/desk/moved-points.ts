/** The engine's answer to an act of the customer desk. */

import { ApiError, forCashier } from '#api/http/api-error.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import type { Outcome, RecordResult } from '#engine/result.ts'

/** Throws the engine's error. */
export function resultFor<Result>({ error, details, result }: Outcome<Result>): Result {
  if (error === 'customer_not_found') throw new ApiError('not_found')
  // The catalogue's sentence about a balance addresses the customer.
  if (error !== null) throw forCashier(new ApiError(error, details ? { details } : {}))
  return result
}

/** The parts of a record that tell what it moved. */
export type MovedPoints = Pick<
  RecordResult,
  'id' | 'customer_id' | 'amount' | 'value' | 'balance_amount' | 'balance_value'
>

export function adjustedPoints(record: MovedPoints): AdjustedPoints {
  return {
    id: record.id,
    customer_id: record.customer_id,
    points_amount: record.amount,
    points_value: record.value,
    balance: { amount_balance: record.balance_amount, value_balance: record.balance_value },
  }
}
