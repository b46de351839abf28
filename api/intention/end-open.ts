import { type Database, row, sql } from '#database/sql.ts'
import { applyWithin } from '#engine/apply.ts'

type Person = { company_id: string; customer_id: string; now: Date }

/**
 * Ends the customer's open intention without anybody's credential, in a transaction that has locked the balance. Its points are free
 * at once. An overdue one expires.
 */
export async function endOpenIntention(
  connection: Database,
  { company_id, customer_id, now }: Person,
  verb: 'decline' | 'cancel',
): Promise<void> {
  const open = await row<{ id: string | null }>(
    connection,
    sql`select (unended_intention(${company_id}, ${customer_id})).id`,
  )
  if (!open?.id) return
  await applyWithin(connection, company_id, { verb, intention_id: open.id }, now)
}
