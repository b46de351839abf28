/** A staff member gives or takes points, and undoes that: records of the ledger with an entry in the audit log (D15). */

import { hash } from 'node:crypto'

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { isFresh } from '#api/staff/session.ts'
import { AdjustmentSettings, defaultAdjustments } from '#contract/adjustment.ts'
import type {
  AdjustedPoints,
  Adjustment,
  AdjustmentTerms,
  MadeAdjustment,
} from '#contract/console/desk.ts'
import { mayDo, type StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'
import { adjustmentId, bytes } from '#engine/command.ts'
import type { RecordResult } from '#engine/result.ts'

import { adjusted, adjustmentUndone } from './acts.ts'
import { lockedCustomer } from './locked-customer.ts'
import { adjustedPoints, type MovedPoints, resultFor } from './moved-points.ts'
import { lockRequest } from './stored-adjustment-request.ts'

/** The company's reasons and limit. A file that was applied before the field existed lacks it; the default then applies. */
export async function adjustmentTerms(
  database: Database,
  company_id: string,
): Promise<AdjustmentTerms> {
  const found = await row<{ adjustments: unknown }>(
    database,
    sql`select file -> 'adjustments' as adjustments from file_of(${company_id}) file`,
  )
  return AdjustmentSettings.parse(found!.adjustments ?? defaultAdjustments)
}

export type CustomerAdjustment = Adjustment & { customer_id: string }

/**
 * Gives or takes points. A repeat of the key gets the first answer and moves nothing. Throws `not_found`, `validation`,
 * `insufficient_balance`, `idempotency_mismatch`, `second_person_required`, `adjustment_above_limit` or `fresh_factor_required`; then
 * nothing has changed.
 */
export function adjustPoints(
  database: pg.Pool,
  caller: StaffCall,
  adjustment: CustomerAdjustment,
): Promise<MadeAdjustment> {
  const { customer_id, points_amount, reason, key } = adjustment
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    const { role } = await holdCaller(connection, caller)
    const terms = await adjustmentTerms(connection, company_id)
    if (terms.needs_second_person && isAboveLimit(terms, points_amount)) {
      throw new ApiError('second_person_required')
    }
    checkLimit(caller, role, terms, points_amount)
    checkReason(terms, reason)
    await lockKey(connection, company_id, key)
    const request = await lockRequest(connection, company_id, key)
    // The engine compares the key of an approved request, whose record has it.
    if (request && request.state !== 'APPROVED') throw new ApiError('idempotency_mismatch')
    const customer = await lockedCustomer(connection, company_id, customer_id)
    const before = await spendable(connection, company_id, customer_id)
    const by = { company_id, staff_id: caller.staff.id, now }
    const record = await moveByAdjustment(connection, by, adjustment, terms)
    const act = { points_amount, reason, record_id: record.id }
    // A repeat wrote no record.
    const isRepeat = record.sequence <= customer.sequence
    if (!isRepeat) {
      const balance = { before, after: record.balance_amount }
      await noteAct(connection, company_id, actor, adjusted(actor, customer, act, balance), now)
    }
    return { ...adjustedPoints(record), is_repeat: isRepeat }
  })
}

/**
 * Undoes an adjustment. A repeat gets the first answer and moves nothing. Throws `not_found`, `adjustment_used`,
 * `adjustment_above_limit` or `fresh_factor_required`; then nothing has changed.
 */
export function undoAdjustment(
  database: pg.Pool,
  caller: StaffCall,
  record_id: string,
): Promise<AdjustedPoints> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    const { role } = await holdCaller(connection, caller)
    const adjustment = await row<{ customer_id: string; amount: number; origin: string }>(
      connection,
      sql`select customer_id, amount, origin
            from known_record(${company_id}, ${record_id})
           where id is not null`,
    )
    if (adjustment?.origin !== 'adjustment') throw new ApiError('not_found')
    checkLimit(caller, role, await adjustmentTerms(connection, company_id), adjustment.amount)
    const customer = await lockedCustomer(connection, company_id, adjustment.customer_id)
    // The customer's row is locked, so a concurrent repeat has committed its record by now.
    const earlier = await undoingOf(connection, company_id, record_id)
    if (earlier) return earlier
    const before = await spendable(connection, company_id, customer.id)
    const command = { verb: 'undo_adjustment', record_id } as const
    const record = resultFor(await applyWithin(connection, company_id, command, now))
    const act = { points_amount: record.amount, record_id: record.id }
    const balance = { before, after: record.balance_amount }
    await noteAct(
      connection,
      company_id,
      actor,
      adjustmentUndone(actor, customer, act, balance),
      now,
    )
    return adjustedPoints(record)
  })
}

/** What the customer can spend. The caller holds the lock of the balance. */
async function spendable(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<number> {
  const found = await row<{ amount: number }>(
    connection,
    sql`select case when deficit_amount > 0 then 0 else coalesce(amount, 0) end as amount
          from saved_balance(${company_id}, ${customer_id})`,
  )
  return found!.amount
}

/** The answer of the undoing of an adjustment; undefined: it stands. */
async function undoingOf(
  connection: Database,
  company_id: string,
  record_id: string,
): Promise<AdjustedPoints | undefined> {
  const found = await row<MovedPoints>(
    connection,
    sql`select id, customer_id, amount, value, balance_amount, balance_value
          from reversal_of(${company_id}, ${record_id})
         where id is not null`,
  )
  return found && adjustedPoints(found)
}

/**
 * Moves the points, in a transaction that has locked the key and the customer. `staff_id`: who gives or takes them, or asked for it.
 * Throws `insufficient_balance` or `idempotency_mismatch`.
 */
export async function moveByAdjustment(
  connection: Database,
  { company_id, staff_id, now }: { company_id: string; staff_id: string; now: Date },
  { customer_id, points_amount, reason, key }: CustomerAdjustment,
  { expires_in_days }: AdjustmentTerms,
): Promise<RecordResult> {
  const content = JSON.stringify([customer_id, points_amount, reason, staff_id])
  const command = {
    verb: 'adjust',
    customer_id,
    amount: points_amount,
    reason,
    expires_in_days,
    external_id: adjustmentId(key),
    fingerprint: bytes(hash('sha256', content, 'buffer')),
  } as const
  return resultFor(await applyWithin(connection, company_id, command, now))
}

/** Throws `validation` for a reason that the company does not list. */
export function checkReason({ reasons }: AdjustmentTerms, reason: string): void {
  if (reasons.includes(reason)) return
  throw new ApiError('validation', { fields: { reason: ['Escolha um motivo da lista'] } })
}

export function isAboveLimit({ limit }: AdjustmentTerms, points_amount: number): boolean {
  return Math.abs(points_amount) > limit
}

/** `role`: as the lock of the caller found it, because a call may have waited for a change of the role. */
function checkLimit(
  { factor_at, now }: StaffCall,
  role: StaffRole,
  terms: AdjustmentTerms,
  points_amount: number,
): void {
  if (!isAboveLimit(terms, points_amount)) return
  if (!mayDo(role, 'customer.adjust_above')) throw new ApiError('adjustment_above_limit')
  if (!isFresh(factor_at, now)) throw new ApiError('fresh_factor_required')
}

/**
 * Waits for another adjustment with this key. The ledger's unique key of external ids holds only within one type of record.
 * Without this lock one key could give points to one customer and take points from another.
 */
export async function lockKey(
  connection: Database,
  company_id: string,
  key: string,
): Promise<void> {
  await rows(
    connection,
    sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ${adjustmentId(key)}, 0))`,
  )
}
