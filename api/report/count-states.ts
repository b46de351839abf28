/**
 * Counts what changes without a record (states.sql), once a day after a company's midnight. One statement reads a page of customers,
 * so its time does not grow with the company. The sums of all pages are stored in one transaction: a reader never sees half of them.
 */

import { type Database, row, rows, sql } from '#database/sql.ts'

import {
  type CustomerPage,
  customerPages,
  defaultPageSize,
  type Found,
  Totals,
} from './customer-pages.ts'

type Due = { today: string; has_curve: boolean }

/** Counts the states of the days before today, unless they are counted. `now`: the company's clock. */
export async function countStates(
  database: Database,
  company_id: string,
  now: Date,
  signal: AbortSignal,
  pageSize: number = defaultPageSize,
): Promise<void> {
  const due = await row<Due>(
    database,
    sql`select today, has_curve from due_states(${company_id}, ${now})`,
  )
  if (!due) return
  const days = new Totals(['count', 'amount', 'value'])
  const owed = new Totals(['amount', 'value'])
  const deficit = new Totals(['amount', 'value'])
  const curve = new Totals(['amount', 'expired_amount'])
  for await (const page of customerPages(database, company_id, pageSize)) {
    signal.throwIfAborted()
    days.add(await stateRows(database, page, due.today, now))
    owed.add(await owedRows(database, page, due.today))
    deficit.add(await deficitRows(database, page, due.today))
    if (due.has_curve) curve.add(await curveRows(database, page, now))
  }
  await rows(
    database,
    sql`select save_states(
                 ${company_id}, ${due.today}, ${days.json()}::jsonb, ${owed.json()}::jsonb,
                 ${deficit.json()}::jsonb, ${due.has_curve ? curve.json() : null}::jsonb)`,
  )
}

function stateRows(
  database: Database,
  { company_id, after, until }: CustomerPage,
  today: string,
  now: Date,
): Promise<Found[]> {
  return rows(
    database,
    sql`select day, shop, kind, item, count, amount, value
          from states_by_day(${company_id}, ${after}, ${until}, ${today}, ${now})`,
  )
}

function owedRows(
  database: Database,
  { company_id, after, until }: CustomerPage,
  today: string,
): Promise<Found[]> {
  return rows(
    database,
    sql`select earned_month, expires_month, amount, value
          from points_after(${company_id}, ${after}, ${until}, ${today}::date - 1)
         where amount > 0`,
  )
}

function deficitRows(
  database: Database,
  { company_id, after, until }: CustomerPage,
  today: string,
): Promise<Found[]> {
  return rows(
    database,
    sql`select amount, value from deficits_after(${company_id}, ${after}, ${until}, ${today}::date - 1)`,
  )
}

function curveRows(
  database: Database,
  { company_id, after, until }: CustomerPage,
  now: Date,
): Promise<Found[]> {
  return rows(
    database,
    sql`select earned_month, age, amount, expired_amount
          from redemption_curve(${company_id}, ${after}, ${until}, ${now})`,
  )
}
