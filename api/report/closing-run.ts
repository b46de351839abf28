/** The rows of closings that take longer than a call and go on as a job (D18). */

import { closerLeft, type ClosingRun } from '#contract/console/closing.ts'
import { messageOf } from '#contract/console/error-message.ts'
import type { ErrorCode } from '#contract/error.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Month = { company_id: string; month: string }

/** The runs of a company, the oldest first: those that wait or work, and failed ones until their month is closed. */
export async function closingRuns(database: Database, company_id: string): Promise<ClosingRun[]> {
  const found = await rows<ClosingRun & { error: ErrorCode | null }>(
    database,
    sql`select to_char(month, 'YYYY-MM') as month, staff_name(${company_id}, staff_id) as begun_by, begun_at, customers, error
          from report_closing_run
         where company_id = ${company_id}
         order by begun_at, report_closing_run.month`,
  )
  return found.map(({ error, ...run }) => ({
    ...run,
    error: error && (error === 'forbidden' ? closerLeft : messageOf(error)),
  }))
}

export type WaitingRun = { month: string; staff_id: string; staff_name: string }

/** The runs that no error has ended, the oldest first. */
export function waitingRuns(database: Database, company_id: string): Promise<WaitingRun[]> {
  return rows(
    database,
    sql`select to_char(month, 'YYYY-MM') as month, staff_id, staff_name(${company_id}, staff_id) as staff_name
          from report_closing_run
         where company_id = ${company_id} and error is null
         order by begun_at, report_closing_run.month`,
  )
}

/** Whether a run of the company waits or works. Its closings follow one another. */
export async function hasRun(database: Database, company_id: string): Promise<boolean> {
  const found = await row(
    database,
    sql`select from report_closing_run where company_id = ${company_id} and error is null limit 1`,
  )
  return found !== undefined
}

/** Adds a run. One that waits or works stays as it is; a failed one begins again. */
export async function addRun(
  connection: Database,
  { company_id, month }: Month,
  staff_id: string,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`insert into report_closing_run (company_id, month, staff_id, begun_at)
        values (${company_id}, ${`${month}-01`}, ${staff_id}, ${now})
        on conflict (company_id, month) do update
           set staff_id = excluded.staff_id, begun_at = excluded.begun_at, customers = 0, attempts = 0, error = null
         where report_closing_run.error is not null`,
  )
}

/** Stores how many customers are added up, for the screen. */
export async function noteProgress(
  database: Database,
  { company_id, month }: Month,
  customers: number,
): Promise<void> {
  await rows(
    database,
    sql`update report_closing_run
           set customers = ${customers}
         where company_id = ${company_id} and month = ${`${month}-01`}`,
  )
}

/** Counts a run that has ended with a defect. Returns how many have. */
export async function noteAttempt(
  database: Database,
  { company_id, month }: Month,
): Promise<number> {
  const run = await row<{ attempts: number }>(
    database,
    sql`update report_closing_run
           set attempts = attempts + 1
         where company_id = ${company_id} and month = ${`${month}-01`}
        returning attempts`,
  )
  return run?.attempts ?? 0
}

/** Ends a run without a closing. */
export async function failRun(
  database: Database,
  { company_id, month }: Month,
  error: ErrorCode,
): Promise<void> {
  await rows(
    database,
    sql`update report_closing_run
           set error = ${error}
         where company_id = ${company_id} and month = ${`${month}-01`}`,
  )
}

/** Removes the run of a month that is closed in the same transaction. */
export async function dropRun(connection: Database, { company_id, month }: Month): Promise<void> {
  await rows(
    connection,
    sql`delete from report_closing_run where company_id = ${company_id} and month = ${`${month}-01`}`,
  )
}
