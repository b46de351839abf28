/**
 * Tells the nodes whose intention has changed, after the commit: NOTIFY inside the transaction would let all of them commit
 * one after the other. Best effort: a phone that hears nothing polls every 10 s.
 */

import { type Database, rows, sql } from '#database/sql.ts'

/** Returns the function that tells of customers, each written as `company_id customer_id`. One statement at a time. */
export function createNotifier(database: Database): (customers: string[]) => void {
  const waiting = new Set<string>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      const customers = [...waiting]
      waiting.clear()
      await rows(
        database,
        sql`select pg_notify('intention', customer) from unnest(${customers}::text[]) customer`,
      ).catch(() => undefined)
    }
    isSending = false
  }

  return (customers) => {
    for (const customer of customers) waiting.add(customer)
    if (waiting.size > 0 && !isSending) void send()
  }
}
