import { Refused } from '#api/http/refused.ts'
import { type Intention, type TillIntention, wrongCodeMessage } from '#contract/intention.ts'
import type { Refusal } from '#contract/refusal.ts'

import { intentionCode } from './code.ts'

/** A row of intention, as far as it is answered. */
export type IntentionRow = {
  company_id: string
  id: string
  status: Intention['status']
  external_id: string
  subsidiary_name: string
  purchase_value: number
  points_amount: number
  points_value: number
  balance_amount: number
  balance_value: number
  captured_amount: number | null
  captured_value: number | null
  record_id: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
}

/** What a function of open.sql, capture.sql and decide.sql returns: the intention, or why not. */
export type Outcome =
  | ({ refusal: null } & IntentionRow)
  | { refusal: Refusal; details: Record<string, number> | null }

/** Throws the refusal. What was written with it stays: a wrong code was counted, a time was over. */
export function rowOf(outcome: Outcome): IntentionRow {
  if (outcome.refusal === null) return outcome
  const { retry_after_s, ...details } = outcome.details ?? {}
  throw new Refused(outcome.refusal, {
    keeps_work: true,
    ...(outcome.refusal === 'wrong_code' && {
      message: wrongCodeMessage(details['attempts_left']!),
    }),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(Object.keys(details).length > 0 && { details }),
  })
}

/** As the customer sees it, with the code while it is open. */
export function customersIntention(secret: Buffer, row: IntentionRow): Intention {
  return { ...shown(row), code: row.ended_at === null ? intentionCode(secret, row) : null }
}

/** As the till sees it. */
export function tillsIntention(row: IntentionRow): TillIntention {
  return { ...shown(row), external_id: row.external_id }
}

function shown(row: IntentionRow): Omit<Intention, 'code'> {
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
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
}
