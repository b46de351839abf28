/** The locks of a merge. */

import { lockBalances } from '#api/customer/lock-balances.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Database, row, sql } from '#database/sql.ts'

export type Pair = { company_id: string; staying_id: string; absorbed_id: string; now: Date }
export type NamedCustomer = { id: string; name: string | null }

/**
 * Waits for the commands of both accounts, in the order of their ids, so that two opposite merges cannot deadlock. Then it locks both
 * customers' rows: a sign-in that is being opened is committed first, and its session ends with the others. Returns the
 * account that stays. Throws `not_found` for an unknown, foreign or erased customer.
 */
export async function lockAccounts(
  connection: Database,
  { company_id, staying_id, absorbed_id }: Pair,
): Promise<NamedCustomer> {
  const ids = [staying_id, absorbed_id].toSorted()
  await lockBalances(connection, company_id, ids)
  for (const id of ids) {
    const locked = await row(connection, sql`select from lock_person(${company_id}, ${id})`)
    if (!locked) throw new ApiError('not_found')
  }
  const staying = await row<NamedCustomer>(
    connection,
    sql`select id, name from person_of(${company_id}, ${staying_id})`,
  )
  return staying!
}
