/** The entries of the audit log in which staff acted on a customer (D16). */

import { type AuditAction, actWords } from '#contract/console/audit.ts'
import { viewMonths } from '#contract/console/desk.ts'
import type { StaffAct } from '#contract/privacy.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Person = { company_id: string; customer_id: string }
type StoredAct = { at: string; action: AuditAction; reason: string | null }

/** The acts of staff on the customer's record, oldest first, without the names of staff members: for GET /customer/data. */
export async function staffActs(
  database: Database,
  { company_id, customer_id }: Person,
): Promise<StaffAct[]> {
  const found = await rows<StoredAct>(
    database,
    sql`select at, action, reason from acts_on(${company_id}, ${customer_id})`,
  )
  return found.map(({ at, action, reason }) => ({
    at: new Date(at).toISOString(),
    act: actWords(action),
    reason,
  }))
}

/** Entries whose personal values one statement deletes; bounds its time. */
const batchSize = 1_000

/** Deletes the personal values of views of customers' data after `viewMonths` (D16). The chain stays. */
export async function purgeViews(database: Database, now: Date): Promise<void> {
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company_id from companies()`,
  )
  for (const { company_id } of companies) {
    for (let isMore = true; isMore;) {
      const purged = await row<{ count: number }>(
        database,
        sql`select purge_views(
                     ${company_id}, ${now}::timestamptz - make_interval(months => ${viewMonths}), ${batchSize}) as count`,
      )
      isMore = purged!.count === batchSize
    }
  }
}
