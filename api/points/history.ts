import { type Database, rows, sql } from '#api/database/sql.ts'
import type { PointsEntry } from '#contract/points.ts'

import { type PointsRecord, pointsRecord } from './points-record.ts'

/** PostgreSQL's largest integer. */
const beyond_all = 2_147_483_647

type HistoryRecord = PointsRecord & {
  reversed_amount: number
  is_cancelled: boolean
  lots: PointsEntry['lots']
}
type Page = { before?: number | undefined; per_page: number; days?: number | undefined }

/** A page of a customer's records, newest first, and the cursor of the next page if there is one (R7.3). */
export async function history(
  database: Database,
  company_id: string,
  customer_id: string,
  { before, per_page, days }: Page,
  now: Date,
): Promise<{ entries: PointsEntry[]; next: number | null }> {
  const since = days ? new Date(now.getTime() - days * 86_400_000) : '-infinity'
  // One more than asked for tells whether there is a next page.
  const records = await rows<HistoryRecord>(
    database,
    sql`select entry.*, reversed.amount as reversed_amount, reversed.is_cancelled, used.lots
          from points_record entry
         cross join lateral (
                 select coalesce(abs(sum(reversal.amount)), 0)::bigint as amount,
                        coalesce(bool_or(reversal.type_id = 'CNS_REVERSAL')
                                 or sum(reversal.purchase_value) = entry.purchase_value, false) as is_cancelled
                   from points_record reversal
                  where reversal.company_id = entry.company_id
                    and reversal.reverses_id = entry.id
               ) reversed
         cross join lateral (
                 select coalesce(jsonb_agg(jsonb_build_object(
                          'id', allocation.lot_id,
                          'points_amount', allocation.amount,
                          'points_value', allocation.value,
                          'expires_at', case when lot.expires_at < 'infinity'
                                             then (lot.expires_at at time zone company.time_zone)::date - 1 end)
                          order by lot.expires_at, lot.created_at, lot.id), '[]') as lots
                   from allocation
                   join lot on lot.company_id = allocation.company_id and lot.id = allocation.lot_id
                   join company on company.company_id = allocation.company_id
                  where allocation.company_id = entry.company_id
                    and allocation.record_id = entry.id
               ) used
         where entry.company_id = ${company_id}
           and entry.customer_id = ${customer_id}
           and entry.sequence < ${before ?? beyond_all}
           and entry.created_at > ${since}
         order by entry.sequence desc
         limit ${per_page + 1}`,
  )
  const page = records.slice(0, per_page)
  return {
    entries: page.map(pointsEntry),
    next: records.length > per_page ? page.at(-1)!.sequence : null,
  }
}

function pointsEntry(record: HistoryRecord): PointsEntry {
  const { source_id, reverses_id, reversed_amount, is_cancelled, lots } = record
  return {
    ...pointsRecord(record),
    promotion: record.calculation?.promotion ?? null,
    source_id,
    reverses_id,
    reversed_amount,
    is_cancelled,
    lots,
  }
}
