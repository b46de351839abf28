/** Closes a month (close.sql): what the company owes its customers at its end, and what the ledger says about it, for good (D18). */

import type pg from 'pg'

import { type Actor, noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { companyNow } from '#api/clock/clock.ts'
import { ApiError } from '#api/http/api-error.ts'
import { runEach } from '#api/job/run-each.ts'
import { holdCaller, whoMayNot } from '#api/staff/person.ts'
import {
  type Closing,
  type ClosingAnswer,
  closingSentence,
  monthBefore,
} from '#contract/console/closing.ts'
import type { ErrorCode } from '#contract/error.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'
import {
  type Database,
  isStatementTimeout,
  isUnreachable,
  row,
  snapshot,
  sql,
  transaction,
} from '#database/sql.ts'

import {
  addRun,
  dropRun,
  failRun,
  hasRun,
  noteAttempt,
  noteProgress,
  type WaitingRun,
  waitingRuns,
} from './closing-run.ts'
import { addPages, type MayContinue, Totals } from './customer-pages.ts'
import { closingsOf } from './liability.ts'

const lastCustomer = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** A call adds up for this long. About 100,000 customers fit; a larger company's month is closed by the job. */
const callLimit_ms = 8_000
/** The limit of a statement of such a call. Its last page begins before 8 s and has two statements, and a call has 17 s. */
const callStatementLimit_ms = 4_000
/** A run that fails this often has a defect: it ends, so that the company's other months can be closed. */
const maxAttempts = 3

/** Who closes a month: a person in a call, or the job for the person who began it. `hold` is the first lock of a transaction. */
type Closer = {
  company_id: string
  staff_id: string
  actor: Actor
  now: Date
  hold: (connection: Database) => Promise<unknown>
}

/**
 * Closes a month. What takes longer than 8 s, or has a statement that reaches its time limit, goes on as a job (closeWaiting), and the
 * closing is null: the liability lists it among its runs. So is a month of a company that has such a run. Throws `validation` for a
 * month before the programme began, `month_open` before its end, `month_closed` the second time, and `closing_unexplained` when the
 * records do not explain what the lots hold.
 */
export async function closeMonth(
  database: pg.Pool,
  caller: StaffCall,
  month: string,
  limit_ms: number = callLimit_ms,
): Promise<ClosingAnswer> {
  const { company_id, now, staff } = caller
  const closer: Closer = {
    company_id,
    staff_id: staff.id,
    actor: staffActor(caller),
    now,
    hold: (connection) => holdCaller(connection, caller),
  }
  // Before the lock of the company's closings, which a run may hold for minutes.
  if (await transaction(database, (connection) => joinRuns(connection, closer, month))) {
    return { closing: null }
  }
  const ends_ms = performance.now() + limit_ms
  const pace = {
    mayContinue: () => performance.now() < ends_ms,
    statement_ms: callStatementLimit_ms,
  }
  try {
    return { closing: await close(database, closer, month, pace) }
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    await transaction(database, (connection) => leaveToJob(connection, closer, month))
    return { closing: null }
  }
}

/**
 * Closes the months that calls have left to the job. An error code ends a run. So does the third other error, such as a statement that
 * reached its time limit; the first two leave it to the next run of the job, and are thrown at the end as runEach does.
 */
export async function closeWaiting(
  database: pg.Pool,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<void> {
  await runEach(
    await companyIds(database),
    async (company_id) =>
      runEach(
        await waitingRuns(database, company_id),
        async (run) => {
          const now = await companyNow({ database, clock }, company_id)
          await closeRun(database, { company_id, now, signal }, run)
        },
        { failed: (count) => `${count} months were not closed`, signal },
      ),
    { failed: (count) => `months of ${count} companies were not closed`, signal },
  )
}

async function closeRun(
  database: pg.Pool,
  { company_id, now, signal }: { company_id: string; now: Date; signal: AbortSignal | undefined },
  { month, staff_id, staff_name }: WaitingRun,
): Promise<void> {
  const closer: Closer = {
    company_id,
    staff_id,
    actor: { kind: 'staff', id: staff_id, name: staff_name, address: null },
    now,
    hold: async (connection) => {
      const former = await whoMayNot(connection, company_id, [staff_id], 'report.close')
      if (former !== undefined) throw new ApiError('forbidden')
    },
  }
  const mayContinue = async (customers: number) => {
    signal?.throwIfAborted()
    await noteProgress(database, { company_id, month }, customers)
    return true
  }
  try {
    await close(database, closer, month, { mayContinue })
  } catch (error) {
    const run = { company_id, month }
    if (error instanceof ApiError) {
      // A call has closed the month before this run began.
      if (error.code === 'month_closed') await dropRun(database, run)
      else await failRun(database, run, error.code)
      return
    }
    if (isUnreachable(error) || signal?.aborted) throw error
    if ((await noteAttempt(database, run)) >= maxAttempts) await failRun(database, run, 'internal')
    throw error
  }
}

/** `statement_ms`: the limit of a statement that adds up; undefined: the server's. */
type Pace = { mayContinue: MayContinue; statement_ms?: number }

/**
 * Adds up and stores. If `mayContinue` returns false, the month is left to the job and the answer is null.
 *
 * A company's closings follow one another on all nodes, so that a repeated call adds nothing up: the lock is held until the closing is
 * stored. A closing has two connections, because a snapshot cannot write. Those of calls are bounded by the places of bulk calls
 * (shedding.ts), and the job closes one month at a time.
 */
function close(
  database: pg.Pool,
  closer: Closer,
  month: string,
  { mayContinue, statement_ms }: Pace,
): Promise<Closing | null> {
  const { company_id } = closer
  return snapshot(database, async (reader) => {
    // The first statement takes the snapshot, so the snapshot is older than the wait. Its figures are right all the same: it is younger
    // than `now`, and by then every call of the month had ended 10 minutes before. Only whether the month is closed must be read later.
    await row(
      reader,
      sql`select pg_advisory_xact_lock(hashtextextended(${company_id} || ' closing', 0))`,
    )
    // A younger transaction sees a closing that the lock has waited for. A person who was removed meanwhile starts no long work.
    await transaction(database, async (connection) => {
      await closer.hold(connection)
      await checkMonth(connection, closer, month)
    })
    if (statement_ms !== undefined) {
      const limit = String(statement_ms)
      await row(reader, sql`select set_config('statement_timeout', ${limit}, true)`)
    }
    const figures = await closingFigures(reader, company_id, `${month}-01`, { mayContinue })
    return transaction(database, async (connection) => {
      // The person may have been removed while the figures were added up.
      await closer.hold(connection)
      if (figures !== null) return storeClosing(connection, closer, month, figures)
      await addRun(connection, { company_id, month }, closer.staff_id, closer.now)
      return null
    })
  })
}

/** Checks the person and the month. True: the company has a run, and the month is added to its runs. */
async function joinRuns(connection: Database, closer: Closer, month: string): Promise<boolean> {
  const { company_id, staff_id, now } = closer
  await closer.hold(connection)
  await checkMonth(connection, closer, month)
  if (!(await hasRun(connection, company_id))) return false
  await addRun(connection, { company_id, month }, staff_id, now)
  return true
}

/** Checks the person and the month, and adds the month to the company's runs. */
async function leaveToJob(connection: Database, closer: Closer, month: string): Promise<void> {
  const { company_id, staff_id, now } = closer
  await closer.hold(connection)
  await checkMonth(connection, closer, month)
  await addRun(connection, { company_id, month }, staff_id, now)
}

/** Throws `validation`, `month_open` and `month_closed`. */
async function checkMonth(
  connection: Database,
  { company_id, now }: Closer,
  month: string,
): Promise<void> {
  const refused = await row<{ error: ErrorCode | 'month_before' | null }>(
    connection,
    sql`select closing_error(${company_id}, ${`${month}-01`}, ${now}) as error`,
  )
  if (refused!.error === 'month_before') {
    throw new ApiError('validation', { fields: { month: [monthBefore] } })
  }
  if (refused!.error) throw new ApiError(refused!.error)
}

type Figures = { lines: string; ledger: string }

/** Stores the closing with its audit entry, and ends its run. */
async function storeClosing(
  connection: Database,
  { company_id, staff_id, actor, now }: Closer,
  month: string,
  { lines, ledger }: Figures,
): Promise<Closing> {
  const refused = await row<{ error: ErrorCode | null }>(
    connection,
    sql`select close_month(
                 ${company_id}, ${`${month}-01`}, ${staff_id}, ${now}, ${lines}::jsonb, ${ledger}::jsonb) as error`,
  )
  if (refused!.error) throw new ApiError(refused!.error)
  await dropRun(connection, { company_id, month })
  const closing = (await closingsOf(connection, company_id, month))[0]!
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
 * meanwhile counts once. `month`: the first day of a month that has ended. Null: `mayContinue` has returned false.
 */
export async function closingFigures(
  reader: Database,
  company_id: string,
  month: string,
  { pageSize, mayContinue = () => true }: { pageSize?: number; mayContinue?: MayContinue } = {},
): Promise<Figures | null> {
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
  const totals = [lines, ledger]
  const options = { ...(pageSize && { pageSize }), mayContinue }
  const after = await addPages(reader, company_id, totals, options)
  if (after === null) return null
  // Records of an unknown customer, which a closing has to explain, too.
  for (const one of totals) one.add(await one.read(reader, { after, until: lastCustomer }))
  return { lines: lines.json(), ledger: ledger.json() }
}
