/** Converts intentions to the contract's types. */

import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { limits } from '#contract/limits.ts'
import type { IntentionResult } from '#engine/result.ts'

import { intentionCode } from './code.ts'

/** The customer's view, with the code while the intention is open. */
export function customersIntention(secret: ServerSecret, row: IntentionResult): Intention {
  return {
    ...sharedFields(row),
    cancelled_by: cancelledBy(row),
    code: row.ended_at === null ? intentionCode(secret, row) : null,
  }
}

/** The fifth wrong code cancels an intention. With fewer wrong codes, the shop has cancelled it. */
function cancelledBy({ status, wrong_codes }: IntentionResult): Intention['cancelled_by'] {
  if (status !== 'CANCELLED') return null
  return wrong_codes === limits.max_wrong_codes ? 'wrong_codes' : 'shop'
}

/** The till's view. */
export function tillsIntention(row: IntentionResult): TillIntention {
  return { ...sharedFields(row), external_id: row.external_id }
}

function sharedFields(row: IntentionResult): Omit<Intention, 'code' | 'cancelled_by'> {
  const { id, status, subsidiary_name, purchase_value, points_amount, points_value } = row
  const { balance_amount, balance_value, captured_amount, captured_value, record_id } = row
  return {
    id,
    status,
    subsidiary_name,
    purchase_value,
    points_amount,
    points_value,
    balance: { amount_balance: balance_amount, value_balance: balance_value },
    balance_after: {
      amount_balance: balance_amount - (captured_amount ?? points_amount),
      value_balance: balance_value - (captured_value ?? points_value),
    },
    captured:
      record_id === null
        ? null
        : { record_id, points_amount: captured_amount!, points_value: captured_value! },
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}
