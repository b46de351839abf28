/** The locks of balances, which an act takes before it calls the engine. */

import { type Database, row, rows, sql } from '#database/sql.ts'

/**
 * Waits for the commands in progress of these customers, and locks their balances until the transaction ends. The order of the ids
 * prevents a deadlock of two transactions that lock several balances.
 */
export async function lockBalances(
  connection: Database,
  company_id: string,
  customer_ids: string[],
): Promise<void> {
  for (const id of customer_ids.toSorted()) {
    await rows(connection, sql`select lock_balance(${company_id}, ${id})`)
  }
}

/**
 * Locks the balances that an act on a record or a voucher of the owner needs. The points of an absorbed account move on to the account
 * that stays, so both are locked.
 */
export async function lockOwner(
  connection: Database,
  company_id: string,
  owner_id: string,
): Promise<void> {
  const merged = await row<{ into: string | null }>(
    connection,
    sql`select merged_into(${company_id}, ${owner_id}) as into`,
  )
  const heir = merged!.into === null ? [] : [merged!.into]
  await lockBalances(connection, company_id, [owner_id, ...heir])
}
