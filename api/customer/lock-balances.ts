import { type Database, rows, sql } from '#database/sql.ts'

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
