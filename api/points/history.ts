import type { PointsEntry } from '#contract/points.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import type { RecordResult } from '#engine/result.ts'

import { pointsRecord } from './points-record.ts'

/** Above every record's sequence: PostgreSQL's largest integer. */
const beyondAll = 2_147_483_647

/** A row of history_line in history.sql. */
export type HistoryLine = Omit<
  RecordResult,
  'type_id' | 'balance_amount' | 'balance_value' | 'unlisted_in'
> & {
  type_id: PointsEntry['type_id']
  reversed_amount: number
  is_cancelled: boolean
  lots: PointsEntry['lots']
  prize: string | null
}
type Page = { before?: number | undefined; per_page: number; days?: number | undefined }

/** A page of the customer's history, newest first, with the cursor of the next page if any (R7.3). */
export async function history(
  database: Database,
  company_id: string,
  customer_id: string,
  { before, per_page, days }: Page,
  now: Date,
): Promise<{ entries: PointsEntry[]; next: number | null }> {
  const since = days ? new Date(now.getTime() - days * 86_400_000) : '-infinity'
  const found = await rows<HistoryLine & { next: number | null }>(
    database,
    sql`select (line).*, next
          from history(${company_id}, ${customer_id}, ${before ?? beyondAll}, ${since}, ${per_page}, ${now})`,
  )
  return { entries: found.map(pointsEntry), next: found[0]?.next ?? null }
}

/** The line as the API answers it. */
export function pointsEntry(line: HistoryLine): PointsEntry {
  const { source_id, reverses_id, reversed_amount, is_cancelled, lots, prize } = line
  return {
    ...pointsRecord(line),
    // PostgreSQL's JSON writes an instant with its offset.
    created_at: new Date(line.created_at).toISOString(),
    promotion: line.calculation?.promotion ?? null,
    reason: line.calculation?.reason ?? null,
    prize,
    source_id,
    reverses_id,
    reversed_amount,
    is_cancelled,
    lots,
  }
}
