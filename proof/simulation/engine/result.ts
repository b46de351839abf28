/** The results of commands as Node gets them (engine/result.ts): the functions of engine/pure/results.sql. */

import type { IntentionResult, RecordResult, VoucherResult } from '#engine/result.ts'

import type { PointsRecord, StoredIntention, StoredVoucher } from '../disk/disk.ts'

export function instant(at_ms: number): string {
  return new Date(at_ms).toISOString()
}

export function recordResult(record: PointsRecord): RecordResult {
  const { company_id: _company, fingerprint: _fingerprint, key: _key, ...shown } = record
  return { ...shown, calculation: { rate: 1 }, available_on: null, unlisted_in: null }
}

/** An overdue intention is EXPIRED, whether or not its end is written. */
export function intentionResult(intention: StoredIntention, now_ms: number): IntentionResult {
  const { created_ms, expires_ms, ended_ms, captured_amount, points_amount, balance_amount } =
    intention
  const isOver = ended_ms === null && expires_ms <= now_ms
  const end_ms = isOver ? expires_ms : ended_ms
  return {
    company_id: intention.company_id,
    id: intention.id,
    customer_id: intention.customer_id,
    status: isOver ? 'EXPIRED' : intention.status,
    external_id: intention.external_id,
    subsidiary_name: intention.subsidiary_name,
    purchase_value: intention.purchase_value,
    points_amount,
    points_value: points_amount,
    balance_amount,
    balance_value: balance_amount,
    captured_amount,
    captured_value: captured_amount,
    record_id: intention.record_id,
    wrong_codes: intention.wrong_codes,
    created_at: instant(created_ms),
    expires_at: instant(expires_ms),
    ended_at: end_ms === null ? null : instant(end_ms),
    unlisted_in: null,
  }
}

export function voucherResult(voucher: StoredVoucher): VoucherResult {
  const { company_id: _company, customer_id: _customer, key: _key, ...shown } = voucher
  return shown
}
