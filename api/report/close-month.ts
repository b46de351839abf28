/** Closes a month (close.sql): what the company owes its customers at its end, and what the ledger says about it, for good (D18). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { type Closing, closingSentence } from '#contract/console/closing.ts'
import type { ErrorCode } from '#contract/error.ts'
import { type Database, row, rows, snapshot, sql, transaction } from '#database/sql.ts'

import {
  type CustomerPage,
  customerPages,
  defaultPageSize,
  type Found,
  noCustomer,
  Totals,
} from './customer-pages.ts'
import { closingsOf } from './liability.ts'

const lastCustomer = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Closes a month. Throws `month_open` before its end, `month_closed` the second time, and `closing_unexplained` when the records do not
 * explain what the lots hold. Adding up may outlast the call; then the month is closed without an answer.
 */
export async function closeMonth(
  database: pg.Pool,
  caller: StaffCall,
  month: string,
): Promise<Closing> {
  const { company_id, now } = caller
  const actor = staffActor(caller)
  const day = `${month}-01`
  // Before the long work: a person who was removed meanwhile starts none.
  await transaction(database, (connection) => holdCaller(connection, caller))
  const { lines, ledger } = await closingFigures(database, { company_id, now }, day)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const refused = await row<{ error: ErrorCode | null }>(
      connection,
      sql`select close_month(
                   ${company_id}, ${day}, ${caller.staff.id}, ${now}, ${lines}::jsonb, ${ledger}::jsonb) as error`,
    )
    if (refused!.error) throw new ApiError(refused!.error)
    const closing = (await closingsOf(connection, company_id, month))[0]!
    const act = {
      action: 'report.month_closed' as const,
      subject: month,
      sentence: `${actor.name} ${closingSentence(closing)}`,
      after: { month, liability: closing.liability, deficit: closing.deficit },
    }
    await noteAct(connection, company_id, actor, act, now)
    return closing
  })
}

/**
 * The lines and the sums of the ledger for `close_month`, of one snapshot: a customer whose points move to another customer meanwhile
 * counts once. `month`: its first day. A company's closings follow one another on all nodes, so that a repeated call adds nothing up
 * beside the first one. Throws `month_open` and `month_closed`.
 */
export function closingFigures(
  database: Database,
  { company_id, now }: { company_id: string; now: Date },
  month: string,
  pageSize: number = defaultPageSize,
): Promise<{ lines: string; ledger: string }> {
  return snapshot(database, async (connection) => {
    await row(
      connection,
      sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ' closing', 0))`,
    )
    // On another connection, which sees a closing that the lock has waited for.
    const refused = await row<{ error: ErrorCode | null }>(
      database,
      sql`select closing_error(${company_id}, ${month}, ${now}) as error`,
    )
    if (refused!.error) throw new ApiError(refused!.error)
    const lines = new Totals(['amount', 'value', 'expired_amount', 'expired_value'])
    const ledger = new Totals([
      'records_amount',
      'records_value',
      'deficit_amount',
      'deficit_value',
      'difference_value',
    ])
    const add = async (page: CustomerPage) => {
      lines.add(await lineRows(connection, page, month))
      ledger.add(await ledgerRows(connection, page, month))
    }
    let after = noCustomer
    for await (const page of customerPages(connection, company_id, pageSize)) {
      await add(page)
      after = page.until
    }
    // Records of an unknown customer, which a closing has to explain, too.
    await add({ company_id, after, until: lastCustomer })
    return { lines: lines.json(), ledger: JSON.stringify(ledger.rows()[0]) }
  })
}

function lineRows(
  connection: Database,
  { company_id, after, until }: CustomerPage,
  month: string,
): Promise<Found[]> {
  return rows(
    connection,
    sql`select expires_month, sum(amount)::bigint as amount, sum(value)::bigint as value,
               sum(expired_amount)::bigint as expired_amount, sum(expired_value)::bigint as expired_value
          from points_after(${company_id}, ${after}, ${until}, (${month}::date + interval '1 month')::date - 1)
         group by expires_month`,
  )
}

function ledgerRows(
  connection: Database,
  { company_id, after, until }: CustomerPage,
  month: string,
): Promise<Found[]> {
  return rows(
    connection,
    sql`select records_amount, records_value, deficit_amount, deficit_value, difference_value
          from ledger_after(${company_id}, ${after}, ${until}, (${month}::date + interval '1 month')::date - 1)`,
  )
}
