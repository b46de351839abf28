/** Closes a month (close.sql): what the company owes its customers at its end, and what the ledger says about it, for good (D18). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { type Closing, closingSentence, monthBefore } from '#contract/console/closing.ts'
import type { ErrorCode } from '#contract/error.ts'
import { type Database, row, snapshot, sql, transaction } from '#database/sql.ts'

import {
  type CustomerPage,
  customerPages,
  defaultPageSize,
  noCustomer,
  Totals,
} from './customer-pages.ts'
import { closingsOf } from './liability.ts'

const lastCustomer = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Closes a month. Throws `validation` for a month before the programme began, `month_open` before its end, `month_closed` the second time, and `closing_unexplained` when the records do not
 * explain what the lots hold. Adding up may outlast the call; then the month is closed without an answer.
 *
 * A company's closings follow one another on all nodes, so that a repeated call adds nothing up: the lock is held until the closing is
 * stored. A call has two connections, because a snapshot cannot write. Both are bounded by the places of bulk calls (shedding.ts).
 */
export async function closeMonth(
  database: pg.Pool,
  caller: StaffCall,
  month: string,
): Promise<Closing> {
  const { company_id } = caller
  const day = `${month}-01`
  return snapshot(database, async (reader) => {
    // The first statement takes the snapshot, so the snapshot is older than the wait. Its figures are right all the same: it is younger
    // than `now`, and by then every call of the month had ended 10 minutes before. Only whether the month is closed must be read later.
    await row(
      reader,
      sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ' closing', 0))`,
    )
    // A younger transaction sees a closing that the lock has waited for. A person who was removed meanwhile starts no long work.
    await transaction(database, async (connection) => {
      await holdCaller(connection, caller)
      await checkMonth(connection, caller, day)
    })
    const figures = await closingFigures(reader, company_id, day)
    return transaction(database, (connection) => storeClosing(connection, caller, month, figures))
  })
}

/** Throws `validation`, `month_open` and `month_closed`. */
async function checkMonth(
  connection: Database,
  { company_id, now }: StaffCall,
  day: string,
): Promise<void> {
  const refused = await row<{ error: ErrorCode | 'month_before' | null }>(
    connection,
    sql`select closing_error(${company_id}, ${day}, ${now}) as error`,
  )
  if (refused!.error === 'month_before') {
    throw new ApiError('validation', { fields: { month: [monthBefore] } })
  }
  if (refused!.error) throw new ApiError(refused!.error)
}

type Figures = { lines: string; ledger: string }

/** Stores the closing with its audit entry. The person may have been removed while the figures were added up. */
async function storeClosing(
  connection: Database,
  caller: StaffCall,
  month: string,
  { lines, ledger }: Figures,
): Promise<Closing> {
  const { company_id, now } = caller
  await holdCaller(connection, caller)
  const refused = await row<{ error: ErrorCode | null }>(
    connection,
    sql`select close_month(
                 ${company_id}, ${`${month}-01`}, ${caller.staff.id}, ${now}, ${lines}::jsonb, ${ledger}::jsonb) as error`,
  )
  if (refused!.error) throw new ApiError(refused!.error)
  const closing = (await closingsOf(connection, company_id, month))[0]!
  const actor = staffActor(caller)
  const act = {
    action: 'report.month_closed' as const,
    subject: month,
    sentence: `${actor.name} ${closingSentence(closing)}`,
    before: { month, is_closed: false },
    after: { month, is_closed: true, liability: closing.liability, deficit: closing.deficit },
  }
  await noteAct(connection, company_id, actor, act, now)
  return closing
}

/**
 * The lines and the sums of the ledger for `close_month`. `reader` reads one snapshot: a customer whose points move to another customer
 * meanwhile counts once. `month`: the first day of a month that has ended.
 */
export async function closingFigures(
  reader: Database,
  company_id: string,
  month: string,
  pageSize: number = defaultPageSize,
): Promise<Figures> {
  const lines = new Totals(
    ['amount', 'value', 'expired_amount', 'expired_value'],
    ({ after, until }) =>
      sql`select expires_month, sum(amount)::bigint as amount, sum(value)::bigint as value,
                 sum(expired_amount)::bigint as expired_amount, sum(expired_value)::bigint as expired_value
            from points_after(${company_id}, ${after}, ${until}, (${month}::date + interval '1 month')::date - 1)
           group by expires_month`,
  )
  const ledger = new Totals(
    ['records_amount', 'records_value', 'deficit_amount', 'deficit_value', 'difference_value'],
    ({ after, until }) =>
      sql`select records_amount, records_value, deficit_amount, deficit_value, difference_value
            from ledger_after(${company_id}, ${after}, ${until}, (${month}::date + interval '1 month')::date - 1)`,
  )
  const add = async (page: CustomerPage) => {
    await lines.add(reader, page)
    await ledger.add(reader, page)
  }
  let after = noCustomer
  for await (const page of customerPages(reader, company_id, pageSize)) {
    await add(page)
    after = page.until
  }
  // Records of an unknown customer, which a closing has to explain, too.
  await add({ after, until: lastCustomer })
  return { lines: lines.json(), ledger: ledger.json() }
}
