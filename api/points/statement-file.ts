/** The statement of a period as a file (R7.3). */

import * as z from 'zod/mini'

import { countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { addDays, todayIn } from '#contract/date.ts'
import type { PointsEntry } from '#contract/points.ts'
import {
  type statementFormats,
  statementPeriod,
  type StatementPeriod,
} from '#contract/statement.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type HistoryLine, pointsEntry } from './history.ts'
import { statementCsv } from './statement-csv.ts'
import type { StatementOwner } from './statement-words.ts'
import { statement } from './statement.ts'

type StatementRequest = {
  company_id: string
  customer_id: string
  address: string
  now: Date
  format: (typeof statementFormats)[number]
  period: StatementPeriod
}

/**
 * Throws `validation` for an invalid period by the company's local day, and `too_many_requests`, because a file takes more work
 * than a page.
 */
export async function statementFile(
  { database }: Pick<Context, 'database'>,
  { company_id, customer_id, address, now, format, period }: StatementRequest,
): Promise<ReadableStream<Uint8Array>> {
  await countAttempt(
    database,
    { company_id, action: 'statement_file', account: customer_id, address },
    now,
  )
  const owner = await ownerOf(database, company_id, customer_id)
  // The real clock, which the schema of the call uses too.
  const today = todayIn(owner.time_zone, new Date())
  const { error } = statementPeriod(() => today).safeParse(period)
  if (error) throw new ApiError('validation', { fields: z.flattenError(error).fieldErrors })
  const lines = linesOf(database, { company_id, customer_id, now, period })
  const content = { owner, period, now, lines }
  if (format === 'csv') return statementCsv(content)
  const { from, to } = period
  const [opening, closing, { statementPdf }] = await Promise.all([
    statement(database, company_id, customer_id, addDays(from, -1), now),
    statement(database, company_id, customer_id, to, now),
    // Loaded on first use: many nodes never draw a PDF.
    import('./statement-pdf.ts'),
  ])
  return statementPdf(content, { opening, closing })
}

async function ownerOf(
  database: Database,
  company_id: string,
  customer_id: string,
): Promise<StatementOwner> {
  const owner = await row<StatementOwner>(
    database,
    sql`select file ->> 'name' as name,
               file ->> 'program_name' as program_name,
               zone as time_zone,
               file ->> 'display_mode' as display_mode,
               (file ->> 'hide_points')::boolean as hide_points,
               (file ->> 'hide_cashback')::boolean as hide_cashback,
               file ->> 'primary_color' as primary_color,
               customer.name as customer_name,
               customer.document
          from file_of(${company_id}) file
         cross join time_zone_of(${company_id}) zone
         cross join person_of(${company_id}, ${customer_id}) customer`,
  )
  if (!owner) throw new Error('a customer has a session but no record')
  return owner
}

/** Records read at a time; bounds the memory for a file of any length. */
const linesAtOnce = 500

/** The lines of the period, of any length, oldest first: records, with expiries between them. */
export async function* linesOf(
  database: Database,
  { company_id, customer_id, now, period }: Omit<StatementRequest, 'format' | 'address'>,
): AsyncGenerator<PointsEntry> {
  const { from_at, until_at, expired } = (await row<{
    from_at: string
    until_at: string
    expired: HistoryLine[]
  }>(
    database,
    sql`select bounds.*,
               (select coalesce(jsonb_agg(to_jsonb(gone) order by gone.created_at), '[]')
                  from expired_points(${company_id}, ${customer_id}, from_at - interval '1 microsecond',
                                      least(until_at - interval '1 microsecond', ${now}), ${now}) gone) as expired
          from time_zone_of(${company_id}) zone
         cross join lateral (
               select ${period.from}::date::timestamp at time zone zone as from_at,
                      (${period.to}::date + 1)::timestamp at time zone zone as until_at) bounds`,
  ))!
  const waiting = expired.map(pointsEntry)
  for (let after = 0; ;) {
    const records = await rows<HistoryLine>(
      database,
      sql`select *
            from history_of_period(${company_id}, ${customer_id}, ${after}, ${from_at}, ${until_at}, ${linesAtOnce})`,
    )
    for (const record of records.map(pointsEntry)) {
      while (waiting[0] && waiting[0].created_at <= record.created_at) yield waiting.shift()!
      yield record
    }
    if (records.length < linesAtOnce) break
    after = records.at(-1)!.sequence
  }
  yield* waiting
}
