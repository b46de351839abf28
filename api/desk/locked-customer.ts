/** The lock with which an act of the customer desk begins. */

import { lockBalances } from '#api/customer/lock-balances.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, sql } from '#database/sql.ts'

export type LockedCustomer = { id: string; name: string | null; sequence: number }

/**
 * Waits for the customer's commands in progress, so that the engine finds no row busy. Sales wait until the transaction ends. Throws
 * `not_found` for an unknown, foreign or erased customer, and `customer_merged` for an absorbed account.
 */
export async function lockedCustomer(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<LockedCustomer> {
  const { is_merged, ...customer } = await lockedOwner(connection, company_id, customer_id)
  if (is_merged) throw new ApiError('customer_merged')
  return customer
}

/**
 * Does the same for an act on a record or a voucher of the owner. The points of an absorbed account move on to the account that stays,
 * so both are locked. Returns the account that stays, with the sequence of the owner's last record. Throws `not_found`.
 */
export async function lockedOwner(
  connection: Database,
  company_id: string,
  owner_id: string,
): Promise<LockedCustomer & { is_merged: boolean }> {
  const merged = await row<{ into: string | null }>(
    connection,
    sql`select merged_into(${company_id}, ${owner_id}) as into`,
  )
  const ids = merged!.into === null ? [owner_id] : [owner_id, merged!.into]
  await lockBalances(connection, company_id, ids)
  // Read again: a merge, or its undoing, may have been committed before the locks.
  const customer = await row<LockedCustomer & { is_merged: boolean }>(
    connection,
    sql`select person.id, person.name, (saved_balance(${company_id}, ${owner_id})).sequence, heir is not null as is_merged
          from merged_into(${company_id}, ${owner_id}) heir
         cross join lateral person_of(${company_id}, coalesce(heir, ${owner_id})) person
         where not is_erased(${company_id}, person.id)`,
  )
  if (!customer) throw new ApiError('not_found')
  return customer
}
