/** The lock with which an act of the customer desk begins. */

import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type LockedCustomer = { id: string; name: string | null; sequence: number }

/**
 * Waits for the customer's commands in progress, so that the engine finds no row busy. Sales wait until the transaction ends. Throws
 * `not_found` for an unknown, foreign or erased customer.
 */
export async function lockedCustomer(
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
