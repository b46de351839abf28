/** Proves that every kept balance is what its customer's records add up to (D4). Reports, never repairs. */

import { isDeepStrictEqual } from 'node:util'

import { type Database, rows, sql } from '#api/database/sql.ts'
import { localDate } from '#contract/date.ts'

import { type Replayed, replay, type ReplayRecord } from './replay.ts'

type Difference = { company_id: string; customer_id: string; reason: string }
export type Audit = { customers: number; differences: Difference[] }

/** Customers read at a time: bounds what is in memory. */
const page_size = 500

type Kept = {
  company_id: string
  customer_id: string
  time_zone: string
  kept: Replayed
  records: ReplayRecord[]
}

export async function audit(database: Database, now: Date): Promise<Audit> {
  const result: Audit = { customers: 0, differences: [] }
  let after = { company_id: lowest_id, customer_id: lowest_id }
  for (;;) {
    const page = await keptPage(database, after, now)
    for (const customer of page) {
      const reason = differenceOf(customer, now)
      const { company_id, customer_id } = customer
      if (reason) result.differences.push({ company_id, customer_id, reason })
    }
    result.customers += page.length
    const last = page.at(-1)
    if (!last) return result
    after = last
  }
}

const lowest_id = '00000000-0000-0000-0000-000000000000'

function differenceOf({ time_zone, kept, records }: Kept, now: Date): string | undefined {
  let replayed: Replayed
  try {
    replayed = replay(records, localDate(now, time_zone))
  } catch (error) {
    // replay's own sentence about the gap.
    return (error as Error).message
  }
  const fields = (Object.keys(replayed) as (keyof Replayed)[]).filter(
    (field) => !isDeepStrictEqual(replayed[field], kept[field]),
  )
  return fields
    .map(
      (field) =>
        `${field}: kept ${JSON.stringify(kept[field])}, records say ${JSON.stringify(replayed[field])}`,
    )
    .join('; ')
}

/**
 * What is kept of a page of customers, as `replay` would have it, beside their records. One statement is one snapshot:
 * a sale in the middle of the audit is in both or in neither.
 */
async function keptPage(
  database: Database,
  after: { company_id: string; customer_id: string },
  now: Date,
): Promise<Kept[]> {
  return rows(
    database,
    sql`select balance.company_id,
               balance.customer_id,
               company.time_zone,
               jsonb_build_object(
                 'amount', current.amount,
                 'value', current.value,
                 'received_amount', current.received_amount,
                 'sequence', balance.sequence,
                 'lots', coalesce(kept_lots.lots, '[]')) as kept,
               coalesce(kept_records.records, '[]') as records
          from balance
          join company using (company_id)
         cross join current_balance(balance.company_id, balance.customer_id, ${now}) current
          left join lateral (
                 select jsonb_agg(jsonb_build_object(
                          'id', lot.id,
                          'amount', lot.remaining_amount,
                          'value', lot.remaining_value,
                          'expires_on', case when lot.expires_at < 'infinity'
                                             then (lot.expires_at at time zone company.time_zone)::date - 1 end)
                          order by points_record.sequence) as lots
                   from lot
                   join points_record using (company_id, id)
                  where lot.company_id = balance.company_id
                    and lot.customer_id = balance.customer_id
               ) kept_lots on true
          left join lateral (
                 select jsonb_agg(jsonb_build_object(
                          'id', points_record.id,
                          'sequence', points_record.sequence,
                          'amount', points_record.amount,
                          'value', points_record.value,
                          'expires_on', points_record.expires_on)) as records
                   from points_record
                  where points_record.company_id = balance.company_id
                    and points_record.customer_id = balance.customer_id
               ) kept_records on true
         where (balance.company_id, balance.customer_id) > (${after.company_id}, ${after.customer_id})
         order by balance.company_id, balance.customer_id
         limit ${page_size}`,
  )
}
