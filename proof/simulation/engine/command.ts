/** A command as apply() of the model database reads it, and what it finds out before it decides. */

import type { ErrorCode } from '#contract/error.ts'

import type { Account } from '../disk/account.ts'
import type { PointsRecord, StoredIntention, StoredVoucher } from '../disk/disk.ts'

/** The fields of engine/command.ts that the schedules use. */
export type Args = {
  verb:
    | 'earn'
    | 'open'
    | 'capture'
    | 'confirm'
    | 'decline'
    | 'cancel'
    | 'expire'
    | 'return'
    | 'redeem'
  key?: string
  key_fingerprint?: string
  key_hash?: string
  token_hash?: string
  partner_key_id?: string
  caller_id?: string
  document?: string
  customer_id?: string
  external_id?: string
  fingerprint?: string
  subsidiary_name?: string
  purchase_value?: number
  points_amount?: number
  intention_id?: string
  record_id?: string
  returned_value?: number
  code?: string
  code_key?: string
  products?: { prize_id: string; quantity: number }[]
  codes?: { code_key: string; sealed_code: string }[]
}

export type Failure = ErrorCode | 'busy' | 'later' | 'key_busy' | 'key_mismatch'
export type Details = Record<string, number>

/** A row of the type outcome in engine/pure/shapes.sql. */
export type OutcomeRow = {
  n: number
  error: Failure | null
  details: Details | null
  result: unknown
  is_replay: boolean
  is_stored: boolean
  changed_customer_id: string | null
  shop_names: null
}

/** A command with its caller, its customer and the row that it names. */
export type Located = {
  n: number
  company_id: string
  args: Args
  /** The idempotency key with its caller; null: the command has no key. */
  owner: string | null
  partner_key_id: string | null
  caller_id: string | null
  customer_id: string | null
  record: PointsRecord | null
  intention: StoredIntention | null
  error: Failure | null
  details: Details | null
  result: unknown
  isDone: boolean
  isReplay: boolean
  hasKey: boolean
  changed_customer_id: string | null
}

/** What a verb does. A refused command too may end an intention or count a wrong code; then its hold ends with it. */
export type Decision = {
  error: Failure | null
  details?: Details
  result?: unknown
  account?: Account
  records?: PointsRecord[]
  /** Intentions in their new states. */
  intentions?: StoredIntention[]
  vouchers?: StoredVoucher[]
}

export function refused(error: Failure, details?: Details): Decision {
  return { error, ...(details && { details }) }
}
