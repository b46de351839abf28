/** The lock with which an act of the customer desk begins. */

import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type LockedCustomer = {
  id: string
  name: string | null
  sequence: number
  is_merged: boolean
}

/**
 * Waits for the customer's commands in progress, so that the engine finds no row busy. Sales wait until the transaction ends. Throws
 * `not_found` for an unknown, foreign or erased customer, and `customer_merged` for an absorbed account.
 */
export async function lockedCustomer(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<LockedCustomer> {
  await rows(connection, sql`select lock_balance(${company_id}, ${customer_id})`)
  const customer = await row<LockedCustomer>(
    connection,
    sql`select person.id, person.name, (saved_balance(${company_id}, person.id)).sequence,
               merged_into(${company_id}, person.id) is not null as is_merged
          from person_of(${company_id}, ${customer_id}) person
         where not is_erased(${company_id}, person.id)`,
  )
  if (!customer) throw new ApiError('not_found')
  if (customer.is_merged) throw new ApiError('customer_merged')
  return customer
}
