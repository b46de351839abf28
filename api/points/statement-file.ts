/** The statement of a period as a file (R7.3). */

import * as z from 'zod/mini'

import { countAttempt } from '#api/attempt/attempt.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { PointsEntry } from '#contract/points.ts'
import { defaultPrizeWord } from '#contract/prize-word.ts'
import {
  type statementFormats,
  statementPeriod,
  type StatementPeriod,
} from '#contract/statement/statement.ts'
import { todayIn } from '#contract/value/date.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type HistoryLine, pointsEntry } from './history.ts'
import { statementCsv } from './statement-csv.ts'
import { statementLogo } from './statement-logo.ts'
import type { StatementBalances, StatementOwner } from './statement-words.ts'

type LinesRequest = { company_id: string; customer_id: string; now: Date; period: StatementPeriod }

type StatementRequest = LinesRequest & {
  address: string
  format: (typeof statementFormats)[number]
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
  // The later of two clocks: a sandbox's clock is ahead of the system's.
  const today = todayIn(owner.time_zone, new Date(Math.max(now.getTime(), Date.now())))
  const { error } = statementPeriod(() => today).safeParse(period)
  if (error) throw new ApiError('validation', { fields: z.flattenError(error).fieldErrors })
  const request = { company_id, customer_id, now, period }
  const snapshot = await snapshotOf(database, request, { hasBalances: format === 'pdf' })
  const lines = linesOf(database, request, snapshot)
  const content = { owner, period, now, lines }
  if (format === 'csv') return statementCsv(content)
  // Loaded on first use: many nodes never draw a PDF.
  const { statementPdf } = await import('./statement-pdf.ts')
  const logo = await statementLogo(database, company_id)
  return statementPdf(content, { ...snapshot.balances!, logo })
}

/** Facts of the period (engine/history.sql). */
type Snapshot = {
  balances: StatementBalances | null
  from_at: string
  until_at: string
  expired: HistoryLine[]
  /** The customer's last record. */
  last_sequence: number
}

async function snapshotOf(
  database: Database,
  { company_id, customer_id, now, period: { from, to } }: LinesRequest,
  { hasBalances }: { hasBalances: boolean },
): Promise<Snapshot> {
  const found = await row<Snapshot>(
    database,
    sql`select *
          from period_facts(${company_id}, ${customer_id}, ${from}, ${to}, ${now}, ${hasBalances})`,
  )
  return found!
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
               file -> 'theme' as theme,
               -- A file applied before this field existed lacks it.
               coalesce(file -> 'prize_word', ${JSON.stringify(defaultPrizeWord)}::jsonb) as prize_word,
               customer.name as customer_name,
               customer.document
          from file_of(${company_id}) file
         cross join time_zone_of(${company_id}) zone
         cross join person_of(${company_id}, ${customer_id}) customer`,
  )
  // The person has moved to a pre-registered record.
  if (!owner) throw new ApiError('unauthenticated')
  return owner
}

/** Records read at a time; bounds the memory for a file of any length. */
const linesAtOnce = 500

/** The lines of the period, oldest first: records up to the last one of the snapshot, with expiries between them. */
export async function* linesOf(
  database: Database,
  request: LinesRequest,
  snapshot?: Snapshot,
): AsyncGenerator<PointsEntry> {
  const { company_id, customer_id } = request
  const { from_at, until_at, expired, last_sequence } =
    snapshot ?? (await snapshotOf(database, request, { hasBalances: false }))
  const waiting = expired.map(pointsEntry)
  for (let after = 0; ;) {
    const records = await rows<HistoryLine>(
      database,
      sql`select *
            from history_of_period(${company_id}, ${customer_id}, ${after}, ${from_at}, ${until_at}, ${linesAtOnce})`,
    )
    const upToLast = records.filter(({ sequence }) => sequence <= last_sequence)
    for (const record of upToLast.map(pointsEntry)) {
      while (waiting[0] && waiting[0].created_at <= record.created_at) yield waiting.shift()!
      yield record
    }
    if (upToLast.length < linesAtOnce) break
    after = records.at(-1)!.sequence
  }
  yield* waiting
}
