/**
 * Notifies the nodes of changed intentions and of moved points, after the commit. A NOTIFY inside the transaction would
 * serialise all commits. Best effort: a phone without a notification polls every 10 s.
 */

import type { Clock } from '#database/io.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** Customers, each written as `company_id customer_id`. */
export type Changes = { intentions: string[]; points: string[] }

export type Notifier = (changes: Changes) => void

/** Maximum customers in a payload. PostgreSQL takes payloads below 8,000 bytes. A customer takes 73 bytes and a comma. */
const customersPerPayload = 100
/** Every sale moves points, so their notifications are collected. A delay of 100 ms does not matter to a phone. */
const collect_ms = 100

/**
 * Returns a function that notifies of changed customers. Each kind sends one statement at a time. An intention has its own
 * notification, sent at once. Moved points are collected and share one notification, 'points customer,customer,…'.
 */
export function createNotifier(database: Database, clock: Clock): Notifier {
  const intentions = createSender(database, (customers) => customers)
  const collected = () =>
    // A stopping process does not wait for it.
    new Promise<void>((resolve) => clock.after(collect_ms, resolve, { isBackground: true }))
  const points = createSender(database, pointsPayloads, collected)
  return (changes) => {
    intentions(changes.intentions)
    points(changes.points)
  }
}

function createSender(
  database: Database,
  payloadsOf: (customers: string[]) => string[],
  collected?: () => Promise<void>,
): (customers: string[]) => void {
  const waiting = new Set<string>()
  let isSending = false

  async function send(): Promise<void> {
    isSending = true
    while (waiting.size > 0) {
      if (collected) await collected()
      const payloads = payloadsOf([...waiting])
      waiting.clear()
      await rows(
        database,
        sql`select pg_notify('intention', payload) from unnest(${payloads}::text[]) payload`,
        // Best effort: without a notification a phone sees the change at its next poll.
      ).catch(() => undefined)
    }
    isSending = false
  }

  return (customers) => {
    for (const customer of customers) waiting.add(customer)
    if (waiting.size > 0 && !isSending) void send()
  }
}

function pointsPayloads(customers: string[]): string[] {
  const payloads = []
  for (let at = 0; at < customers.length; at += customersPerPayload) {
    payloads.push(`points ${customers.slice(at, at + customersPerPayload).join(',')}`)
  }
  return payloads
}
