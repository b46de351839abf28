/** A staff member gives or takes points, and undoes that: records of the ledger with an entry in the audit log (D15). */

import { hash } from 'node:crypto'

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError, forCashier } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { AdjustmentSettings, defaultAdjustments } from '#contract/adjustment.ts'
import type { AdjustedPoints, Adjustment, AdjustmentTerms } from '#contract/console/desk.ts'
import { freshFactorMinutes, mayDo } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'
import { bytes } from '#engine/command.ts'
import type { Outcome, RecordResult } from '#engine/result.ts'

import { adjusted, adjustmentUndone } from './acts.ts'

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

/**
 * Gives or takes points. A repeat of the key gets the first answer and moves nothing. Throws `not_found`, `validation`,
 * `insufficient_balance`, `idempotency_mismatch`, `adjustment_above_limit` or `fresh_factor_required`; then nothing has changed.
 */
export function adjustPoints(
  database: pg.Pool,
  caller: StaffCall,
  { customer_id, points_amount, reason, key }: Adjustment & { customer_id: string },
): Promise<AdjustedPoints> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  const content = JSON.stringify([customer_id, points_amount, reason, caller.staff.id])
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const terms = await adjustmentTerms(connection, company_id)
    checkLimit(caller, terms, points_amount)
    if (!terms.reasons.includes(reason)) {
      throw new ApiError('validation', { fields: { reason: ['Escolha um motivo da lista'] } })
    }
    const customer = await lockedCustomer(connection, company_id, customer_id)
    const expires_on = await lastDay(connection, company_id, terms, now)
    const record = recordOf(
      await applyWithin(
        connection,
        company_id,
        {
          verb: 'adjust',
          customer_id,
          amount: points_amount,
          reason,
          ...(expires_on !== null && { expires_on }),
          external_id: `ajuste:${key}`,
          fingerprint: bytes(hash('sha256', content, 'buffer')),
        },
        now,
      ),
    )
    const act = { points_amount, reason, record_id: record.id }
    // A repeat wrote no record.
    if (record.sequence > customer.sequence) {
      await noteAct(connection, company_id, actor, adjusted(actor, customer, act), now)
    }
    return adjustedPoints(record)
  })
}

/**
 * Undoes an adjustment. Throws `not_found`, `already_reversed`, `adjustment_used`, `adjustment_above_limit` or
 * `fresh_factor_required`; then nothing has changed.
 */
export function undoAdjustment(
  database: pg.Pool,
  caller: StaffCall,
  record_id: string,
): Promise<AdjustedPoints> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const adjustment = await row<{ customer_id: string; amount: number; origin: string }>(
      connection,
      sql`select customer_id, amount, origin
            from known_record(${company_id}, ${record_id})
           where id is not null`,
    )
    if (adjustment?.origin !== 'adjustment') throw new ApiError('not_found')
    checkLimit(caller, await adjustmentTerms(connection, company_id), adjustment.amount)
    const customer = await lockedCustomer(connection, company_id, adjustment.customer_id)
    const command = { verb: 'undo_adjustment', record_id } as const
    const record = recordOf(await applyWithin(connection, company_id, command, now))
    const act = { points_amount: record.amount, record_id: record.id }
    await noteAct(connection, company_id, actor, adjustmentUndone(actor, customer, act), now)
    return adjustedPoints(record)
  })
}

function checkLimit(
  { staff, factor_at, now }: StaffCall,
  { limit }: AdjustmentTerms,
  points_amount: number,
): void {
  if (Math.abs(points_amount) <= limit) return
  if (!mayDo(staff.role, 'customer.adjust_above')) throw new ApiError('adjustment_above_limit')
  const oldest_ms = now.getTime() - freshFactorMinutes * 60_000
  if (factor_at === null || factor_at.getTime() < oldest_ms) {
    throw new ApiError('fresh_factor_required')
  }
}

type LockedCustomer = { id: string; name: string | null; sequence: number }

/**
 * Waits for the customer's commands in progress, so that the engine finds no row busy. Sales wait until the transaction ends. Throws
 * `not_found` for an unknown, foreign or erased customer.
 */
async function lockedCustomer(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<LockedCustomer> {
  await rows(connection, sql`select lock_balance(${company_id}, ${customer_id})`)
  const customer = await row<LockedCustomer>(
    connection,
    sql`select person.id, person.name, (saved_balance(${company_id}, person.id)).sequence
          from person_of(${company_id}, ${customer_id}) person
         where not is_erased(${company_id}, person.id)`,
  )
  if (!customer) throw new ApiError('not_found')
  return customer
}

/** The last day on which given points are valid, in the company's time zone. */
async function lastDay(
  connection: Database,
  company_id: string,
  { expires_in_days }: AdjustmentTerms,
  now: Date,
): Promise<string | null> {
  if (expires_in_days === null) return null
  const found = await row<{ day: string }>(
    connection,
    sql`select ((${now}::timestamptz at time zone zone)::date + ${expires_in_days}::integer)::text as day
          from time_zone_of(${company_id}) zone`,
  )
  return found!.day
}

/** Throws the engine's error. */
function recordOf({ error, details, result }: Outcome<RecordResult>): RecordResult {
  if (error === 'customer_not_found') throw new ApiError('not_found')
  // The catalogue's sentence about a balance addresses the customer.
  if (error !== null) throw forCashier(new ApiError(error, details ? { details } : {}))
  return result
}

function adjustedPoints(record: RecordResult): AdjustedPoints {
  return {
    id: record.id,
    customer_id: record.customer_id,
    points_amount: record.amount,
    points_value: record.value,
    balance: { amount_balance: record.balance_amount, value_balance: record.balance_value },
  }
}
