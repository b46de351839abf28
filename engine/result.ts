/** The engine's answers: rows as JSON. Amounts are points or centavos, dates are YYYY-MM-DD, instants have an offset. */

import type { ErrorCode } from '#contract/error.ts'
import type { Intention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'

/** `error` null: the command is done. `details` are figures of an error, such as {"missing": 20}. */
export type Outcome<Result> = (
  | { error: null; details: null; result: Result }
  | { error: ErrorCode; details: Record<string, number> | null; result: null }
) & {
  /** The idempotency key was used before, and this is the stored outcome of that call. */
  isReplay: boolean
  /** The outcome is stored: a repeat of the idempotency key gets it again. */
  isStored: boolean
  /**
   * The company's shops, if its list lacks the shop that the result names. Null: the list has the shop, or the company has no list,
   * or the result names no shop. The engine returns them, because a read after the commit could fail, and a committed sale would
   * answer an error.
   */
  shopNames: string[] | null
}

/** A points record as the function record_result writes it (engine/pure/results.sql). */
export type RecordResult = {
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
  calculation: {
    rate?: number
    rule_id?: string
    promotion?: string
    code?: string
    reason?: string
  } | null
  available_on: string | null
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
  /** The version of the company's list of shops that lacked the name. Null: the list had the name, or the company had no list. */
  unlisted_in: number | null
}

/** An intention as the function intention_result writes it (engine/pure/results.sql). */
export type IntentionResult = {
  company_id: string
  id: string
  customer_id: string
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
  wrong_codes: number
  created_at: string
  expires_at: string
  ended_at: string | null
  unlisted_in: number | null
}

/** A voucher as the function voucher_result writes it (engine/pure/results.sql). `sealed_code` is written as `\x…`. */
export type VoucherResult = {
  id: string
  sealed_code: string
  state: Voucher['state']
  points_amount: number
  prize: {
    id: string
    name: string
    description: string | null
    tos_url: string | null
    photo_url: string | null
    category: string | null
  }
  created_at: string
  expires_at: string | null
  withdrawn_at: string | null
  withdrawn_at_subsidiary: string | null
  unlisted_in?: number | null
}

type Results = {
  earn: RecordResult
  return: RecordResult
  activate: RecordResult
  open: IntentionResult
  capture: IntentionResult
  confirm: IntentionResult
  decline: IntentionResult
  cancel: IntentionResult
  expire: IntentionResult
  redeem: VoucherResult[]
  withdraw_voucher: VoucherResult
  cancel_voucher: VoucherResult
  settle_level: null
  adjust: RecordResult
  undo_adjustment: RecordResult
  merge: RecordResult
  undo_merge: RecordResult
  collect: null
  spend: RecordResult
  grant: RecordResult
  import: RecordResult
  hold: { value: number }
  finish_hold: RecordResult | null
  undo: RecordResult
}

/** The result of a verb. */
export type ResultOf<Verb extends keyof Results> = Results[Verb]
