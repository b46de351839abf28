/**
 * Counts what changes without a record (states.sql), once a day after a company's midnight. One statement reads a page of customers,
 * so its time does not grow with the company. The sums of all pages are stored in one transaction: a reader never sees half of them.
 */

import { type Database, row, rows, sql } from '#database/sql.ts'

import { addPages, Totals } from './customer-pages.ts'

type Due = { today: string; has_curve: boolean }

/** Counts the states of the days before today, unless they are counted. `now`: the company's clock. */
export async function countStates(
  database: Database,
  company_id: string,
  now: Date,
  signal: AbortSignal,
  pageSize?: number,
): Promise<void> {
  const due = await row<Due>(
    database,
    sql`select today, has_curve from due_states(${company_id}, ${now})`,
  )
  if (!due) return
  const days = new Totals(
    ['count', 'amount', 'value'],
    ({ after, until }) =>
      sql`select day, shop, kind, item, count, amount, value
            from states_by_day(${company_id}, ${after}, ${until}, ${due.today}, ${now})`,
  )
  const owed = new Totals(
    ['amount', 'value'],
    ({ after, until }) =>
      sql`select earned_month, expires_month, amount, value
            from points_after(${company_id}, ${after}, ${until}, ${due.today}::date - 1)
           where amount > 0`,
  )
  const deficit = new Totals(
    ['amount', 'value'],
    ({ after, until }) =>
      sql`select amount, value from deficits_after(${company_id}, ${after}, ${until}, ${due.today}::date - 1)`,
  )
  const curve = new Totals(
    ['amount', 'expired_amount'],
    ({ after, until }) =>
      sql`select earned_month, age, amount, expired_amount
            from redemption_curve(${company_id}, ${after}, ${until}, ${now})`,
  )
  const counted = [days, owed, deficit, ...(due.has_curve ? [curve] : [])]
  const mayContinue = () => {
    signal.throwIfAborted()
    return true
  }
  await addPages(database, company_id, counted, { ...(pageSize && { pageSize }), mayContinue })
  await rows(
    database,
    sql`select save_states(
                 ${company_id}, ${due.today}, ${days.json()}::jsonb, ${owed.json()}::jsonb,
                 ${deficit.json()}::jsonb, ${due.has_curve ? curve.json() : null}::jsonb)`,
  )
}
