/** A staff member reverses a sale, undoes a use of points or cancels a voucher (D15): what a till may do, with a reason. */

import { hash } from 'node:crypto'

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { MadeReversal, Reversal, ReversalReason } from '#contract/console/reversal.ts'
import { row, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'
import { bytes, reversalId } from '#engine/command.ts'

import { reversed, voucherCancelled } from './acts.ts'
import { lockedOwner } from './locked-customer.ts'
import { adjustedPoints, resultFor } from './moved-points.ts'

/**
 * Reverses a sale, for `returned_value` centavos of it or for all that is left, or undoes a use of points. A repeat of the key gets
 * the first answer and moves nothing. Throws `not_found`, `already_reversed`, `return_exceeds_purchase`, `consumption_is_whole` or
 * `idempotency_mismatch`; then nothing has changed.
 */
export function reverseRecord(
  database: pg.Pool,
  caller: StaffCall,
  { record_id, returned_value, reason, key }: Reversal & { record_id: string },
): Promise<MadeReversal> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  const content = JSON.stringify([record_id, returned_value, reason, caller.staff.id])
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const named = await row<{ customer_id: string }>(
      connection,
      sql`select customer_id from known_record(${company_id}, ${record_id}) where id is not null`,
    )
    if (!named) throw new ApiError('not_found')
    const customer = await lockedOwner(connection, company_id, named.customer_id)
    const record = resultFor(
      await applyWithin(
        connection,
        company_id,
        {
          verb: 'return',
          record_id,
          returned_value,
          external_id: reversalId(record_id, key),
          fingerprint: bytes(hash('sha256', content, 'buffer')),
        },
        now,
      ),
    )
    // A repeat wrote no record.
    const isRepeat = record.sequence <= customer.sequence
    if (!isRepeat) {
      await noteAct(connection, company_id, actor, reversed(actor, customer, record, reason), now)
    }
    return { ...adjustedPoints(record), is_repeat: isRepeat }
  })
}

/**
 * Cancels a voucher that nobody has withdrawn: its points come back. Throws `not_found`, or one of reasonsNotToTake
 * (contract/voucher.ts), and then changes nothing.
 */
export function cancelVoucherOf(
  database: pg.Pool,
  caller: StaffCall,
  { voucher_id, reason }: { voucher_id: string; reason: ReversalReason },
): Promise<void> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const named = await row<{ customer_id: string; code_key: Buffer }>(
      connection,
      sql`select customer_id, code_key from voucher_named(${company_id}, ${voucher_id})`,
    )
    if (!named) throw new ApiError('not_found')
    const customer = await lockedOwner(connection, company_id, named.customer_id)
    const command = { verb: 'cancel_voucher', code_key: bytes(named.code_key) } as const
    const { points_amount } = resultFor(await applyWithin(connection, company_id, command, now))
    const act = voucherCancelled(actor, customer, { voucher_id, points_amount }, reason)
    await noteAct(connection, company_id, actor, act, now)
  })
}
