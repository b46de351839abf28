/** The lock with which an act of the customer desk begins. */

import { lockOwner } from '#api/customer/lock-balances.ts'
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
 * Does the same for an act on a record or a voucher, whose owner may be an absorbed account. Returns the account that stays, with the
 * sequence of the owner's last record. Throws `not_found`.
 */
export async function lockedOwner(
  connection: Database,
  company_id: string,
  owner_id: string,
): Promise<LockedCustomer & { is_merged: boolean }> {
  await lockOwner(connection, company_id, owner_id)
  // After the locks: a merge, or its undoing, may have been committed before them.
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
