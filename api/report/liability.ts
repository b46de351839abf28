/** What a company owes its customers, and its closed months (D18). */

import type { Breakage, Closing, Liability, LiabilityLine } from '#contract/console/closing.ts'
import { addDays, type Sum } from '#contract/console/report.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { breakageOf, type CurveRow } from './breakage.ts'
import { closingRuns } from './closing-run.ts'

type OwedRow = Sum & { earned_month: string; expires_month: string | null }

export async function liability(
  database: Database,
  company_id: string,
  now: Date,
): Promise<Liability> {
  const [progress, owed, curve, closings, open, runs] = await Promise.all([
    progressOf(database, company_id),
    owedRows(database, company_id),
    curveRows(database, company_id),
    closingsOf(database, company_id),
    rows<{ month: string }>(
      database,
      sql`select to_char(month, 'YYYY-MM') as month from open_months(${company_id}, ${now}) month`,
    ),
    closingRuns(database, company_id),
  ])
  const day = lastCounted(progress)
  return {
    day,
    total: sumOf(owed),
    deficit: { amount: progress?.deficit_amount ?? 0, value: progress?.deficit_value ?? 0 },
    months: linesOf(owed),
    breakage: day === null ? null : breakageOf(curve, owed, day),
    closings,
    open_months: open.map(({ month }) => month),
    runs,
  }
}

/** Null: nothing is counted yet, or too few months. */
export async function breakage(database: Database, company_id: string): Promise<Breakage | null> {
  const day = lastCounted(await progressOf(database, company_id))
  if (day === null) return null
  const [owed, curve] = await Promise.all([
    owedRows(database, company_id),
    curveRows(database, company_id),
  ])
  return breakageOf(curve, owed, day)
}

type Progress = { states_day: string | null; deficit_amount: number; deficit_value: number }

function progressOf(database: Database, company_id: string): Promise<Progress | undefined> {
  return row<Progress>(
    database,
    sql`select states_day, deficit_amount, deficit_value from report_progress where company_id = ${company_id}`,
  )
}

/** The last day whose expiries are counted. */
function lastCounted(progress: Progress | undefined): string | null {
  return progress?.states_day ? addDays(progress.states_day, -1) : null
}

function curveRows(database: Database, company_id: string): Promise<CurveRow[]> {
  return rows(
    database,
    sql`select earned_month, age, amount, expired_amount from report_curve where company_id = ${company_id}`,
  )
}

/** What is owed, by the month of expiry. */
export async function owedMonths(database: Database, company_id: string): Promise<LiabilityLine[]> {
  return linesOf(await owedRows(database, company_id))
}

function owedRows(database: Database, company_id: string): Promise<OwedRow[]> {
  return rows(
    database,
    sql`select earned_month, nullif(expires_month, 'infinity') as expires_month, amount, value
          from report_liability
         where company_id = ${company_id}`,
  )
}

/** One line a month of expiry, the earliest first; what never expires comes last. */
function linesOf(owed: OwedRow[]): LiabilityLine[] {
  return [...Map.groupBy(owed, ({ expires_month }) => expires_month)]
    .toSorted(([one], [other]) => ((one ?? '9') < (other ?? '9') ? -1 : 1))
    .map(([month, parts]) => ({ month: month?.slice(0, 7) ?? null, ...sumOf(parts) }))
}

function sumOf(parts: Sum[]): Sum {
  return parts.reduce(
    (sum, { amount, value }) => ({ amount: sum.amount + amount, value: sum.value + value }),
    { amount: 0, value: 0 },
  )
}

type ClosingRow = Omit<Closing, 'liability' | 'deficit' | 'records' | 'expired' | 'lines'> & {
  liability_amount: number
  liability_value: number
  deficit_amount: number
  deficit_value: number
  records_amount: number
  records_value: number
  expired_amount: number
  expired_value: number
}

/** The closed months, newest first. `month`: one of them; null: all. */
export async function closingsOf(
  database: Database,
  company_id: string,
  month: string | null = null,
): Promise<Closing[]> {
  const [closings, lines] = await Promise.all([
    rows<ClosingRow>(
      database,
      sql`select to_char(month, 'YYYY-MM') as month, closed_at, staff_name(${company_id}, staff_id) as closed_by,
                 liability_amount, liability_value, deficit_amount, deficit_value, records_amount, records_value,
                 expired_amount, expired_value, difference_value
            from report_closing
           where company_id = ${company_id}
             and (${month}::text is null or to_char(month, 'YYYY-MM') = ${month}::text)
           order by report_closing.month desc`,
    ),
    rows<Sum & { closed_month: string; month: string | null }>(
      database,
      sql`select to_char(month, 'YYYY-MM') as closed_month,
                 to_char(nullif(expires_month, 'infinity'), 'YYYY-MM') as month, amount, value
            from report_closing_line
           where company_id = ${company_id}
           order by expires_month`,
    ),
  ])
  const byMonth = Map.groupBy(lines, ({ closed_month }) => closed_month)
  return closings.map(({ month, closed_at, closed_by, difference_value, ...sums }) => ({
    month,
    closed_at,
    closed_by,
    difference_value,
    liability: { amount: sums.liability_amount, value: sums.liability_value },
    deficit: { amount: sums.deficit_amount, value: sums.deficit_value },
    records: { amount: sums.records_amount, value: sums.records_value },
    expired: { amount: sums.expired_amount, value: sums.expired_value },
    lines: (byMonth.get(month) ?? []).map(({ month, amount, value }) => ({ month, amount, value })),
  }))
}
