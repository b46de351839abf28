/**
 * Notifies the nodes of changed intentions, after the commit. A NOTIFY inside the transaction would serialise all commits.
 * Best effort: a phone without a notification polls every 10 s.
 */

import { type Database, rows, sql } from '#database/sql.ts'

/** Returns a function that notifies of customers, each written as `company_id customer_id`. Sends one statement at a time. */
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
