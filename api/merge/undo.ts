/** A staff member undoes a merge within 30 days (D15, docs/decisions/054-customer-merge.md). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { type UndoneMerge, undoMergeDays } from '#contract/console/merge.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'

import { lockAccounts, type Pair } from './lock.ts'
import { mergeUndone } from './sentences.ts'

type Stored = {
  id: string
  staying_id: string
  absorbed_id: string
  record_id: string
  filled: string[]
  is_open: boolean
}

/**
 * Gives the absorbed account back what is left of its points. Throws `not_found`, `merge_over`, or `intention_open` while the staying
 * account has points in a hold; then nothing has changed.
 */
export function undoMerge(
  database: pg.Pool,
  caller: StaffCall,
  merge_id: string,
): Promise<UndoneMerge> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const found = await mergeOf(connection, company_id, merge_id, now)
    if (!found) throw new ApiError('not_found')
    const pair = { company_id, now, staying_id: found.staying_id, absorbed_id: found.absorbed_id }
    const staying = await lockAccounts(connection, pair)
    // The merge as the locks found it: another call may have undone it.
    const merge = (await mergeOf(connection, company_id, merge_id, now))!
    if (!merge.is_open) throw new ApiError('merge_over')
    await refuseHold(connection, pair)
    const undone = await giveBack(connection, pair, merge)
    await partPersons(connection, pair, merge)
    await noteAct(connection, company_id, actor, mergeUndone(actor, staying, undone), now)
    return undone
  })
}

function mergeOf(
  connection: Database,
  company_id: string,
  merge_id: string,
  now: Date,
): Promise<Stored | undefined> {
  return row<Stored>(
    connection,
    sql`select id, staying_id, absorbed_id, record_id, filled,
               undone_at is null and merged_at >= ${new Date(now.getTime() - undoMergeDays * 86_400_000)} as is_open
          from customer_merge
         where company_id = ${company_id} and id = ${merge_id}`,
  )
}

async function refuseHold(connection: Database, { company_id, staying_id, now }: Pair) {
  const held = await row<{ held_amount: number }>(
    connection,
    sql`select held_amount from current_balance(${company_id}, ${staying_id}, ${now})`,
  )
  if (held!.held_amount > 0) throw new ApiError('intention_open')
}

/** The engine moves the points. Then the account stands by itself. */
async function giveBack(
  connection: Database,
  { company_id, absorbed_id, staying_id, now }: Pair,
  { id, record_id }: Stored,
): Promise<UndoneMerge> {
  const before = await row<{ amount: number; sequence: number }>(
    connection,
    sql`select moved.amount, (saved_balance(${company_id}, ${absorbed_id})).sequence
          from moved_points(${company_id}, ${absorbed_id}) moved`,
  )
  const command = { verb: 'undo_merge', record_id, absorbed_id } as const
  const ended = await applyWithin(connection, company_id, command, now)
  if (ended.error !== null) throw new ApiError(ended.error)
  const back = await row<{ amount: number; value: number }>(
    connection,
    sql`select amount, value from recalled_after(${company_id}, ${absorbed_id}, ${before!.sequence})`,
  )
  return {
    id,
    staying_id,
    absorbed_id,
    points_amount: back!.amount,
    points_value: back!.value,
    kept_amount: before!.amount - back!.amount,
  }
}

async function partPersons(
  connection: Database,
  { company_id, staying_id, absorbed_id, now }: Pair,
  { id, filled }: Stored,
): Promise<void> {
  for (const statement of [
    sql`select note_merged(${company_id}, ${absorbed_id}, null)`,
    sql`select delay_level(${company_id}, ${absorbed_id}, ${now})`,
    sql`select unfill_person(${company_id}, ${staying_id}, ${absorbed_id}, ${filled})`,
    sql`update customer_merge
           set undone_at = ${now}
         where company_id = ${company_id} and id = ${id}`,
  ]) {
    await rows(connection, statement)
  }
}
