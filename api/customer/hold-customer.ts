import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, sql } from '#database/sql.ts'

/**
 * Keeps an erasure of the customer waiting until the transaction ends, so that it deletes the personal values that the transaction writes.
 * Throws `not_found` for an unknown, foreign or erased customer.
 */
export async function holdCustomer(
  connection: Database,
  company_id: string,
  customer_id: string,
): Promise<void> {
  const held = await row<{ is_held: boolean }>(
    connection,
    sql`select hold_customer(${company_id}, ${customer_id}) as is_held`,
  )
  if (!held!.is_held) throw new ApiError('not_found')
}
