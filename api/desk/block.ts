/** A staff member blocks a customer, and ends the block (D15). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { endSessions } from '#api/credential/session-token.ts'
import { endOpenIntention } from '#api/intention/end-open.ts'
import { holdCaller } from '#api/staff/person.ts'
import type { BlockReason } from '#contract/console/block.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

import { blocked, unblocked } from './acts.ts'
import { lockedCustomer } from './locked-customer.ts'

/**
 * Ends the customer's sessions and the open intention, whose points are free again. From then on sign-in and spending are refused,
 * and earning goes on. A repeat changes nothing. Throws `not_found`.
 */
export async function blockCustomer(
  database: pg.Pool,
  caller: StaffCall,
  { customer_id, reason }: { customer_id: string; reason: BlockReason },
): Promise<void> {
  const { company_id, now, staff } = caller
  const actor = staffActor(caller)
  await transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const customer = await lockedCustomer(connection, company_id, customer_id)
    const made = await row(
      connection,
      sql`select where block_customer(${company_id}, ${customer_id}, ${reason}, ${staff.id}, ${now})`,
    )
    if (!made) return
    await endOpenIntention(connection, { company_id, customer_id, now }, 'cancel')
    await endSessions(connection, company_id, customer_id, now)
    await rows(connection, sql`select drop_integration_token(${company_id}, ${customer_id})`)
    await noteAct(connection, company_id, actor, blocked(actor, customer, reason), now)
  })
  // The streams read, find their session ended and close. Without this they would stay open until their next heartbeat.
  await rows(database, sql`select pg_notify('intention', ${`${company_id} ${customer_id}`})`).catch(
    () => undefined,
  )
}

/** The customer may sign in and spend again. A repeat changes nothing. Throws `not_found`. */
export function unblockCustomer(
  database: pg.Pool,
  caller: StaffCall,
  customer_id: string,
): Promise<void> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const customer = await lockedCustomer(connection, company_id, customer_id)
    const ended = await row<{ reason: BlockReason | null }>(
      connection,
      sql`select unblock_customer(${company_id}, ${customer_id}) as reason`,
    )
    if (!ended?.reason) return
    await noteAct(connection, company_id, actor, unblocked(actor, customer, ended.reason), now)
  })
}
