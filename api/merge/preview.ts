/** What a merge would do, before it is confirmed (D15). */

import { customerRecord } from '#api/desk/record.ts'
import {
  type MergeAccount,
  type MergedField,
  type MergePreview,
  previewedLots,
} from '#contract/console/merge.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { Pair } from './lock.ts'
import { problemOf } from './problem.ts'

/** Throws `not_found` for an unknown, foreign or erased customer. */
export async function mergePreview(database: Database, pair: Pair): Promise<MergePreview> {
  const { company_id, staying_id, absorbed_id, now } = pair
  const staying = await accountOf(database, pair, staying_id)
  const absorbed = await accountOf(database, pair, absorbed_id)
  const lots = await lotsOf(database, pair)
  const other = await row<{ filled: MergedField[]; sessions: number }>(
    database,
    sql`select fields_to_fill(${company_id}, ${staying_id}, ${absorbed_id}) as filled,
               open_sessions(${company_id}, ${absorbed_id}, ${now}) as sessions`,
  )
  return {
    staying,
    absorbed,
    lots: lots.slice(0, previewedLots),
    lot_count: lots.length,
    points_amount: sum(lots.map(({ points_amount }) => points_amount)),
    points_value: sum(lots.map(({ points_value }) => points_value)),
    ...other!,
    problem: staying_id === absorbed_id ? 'merge_chain' : await problemOf(database, pair),
  }
}

async function accountOf(
  database: Database,
  { company_id, now }: Pair,
  customer_id: string,
): Promise<MergeAccount> {
  const record = await customerRecord(database, { company_id, customer_id, now })
  const counts = await row<{ vouchers: number; favorites: number }>(
    database,
    sql`select count_to_withdraw(${company_id}, ${customer_id}, (${now}::timestamptz at time zone zone)::date) as vouchers,
               count_favorites(${company_id}, ${customer_id}) as favorites
          from time_zone_of(${company_id}) zone`,
  )
  const { id, name, document, phone, email, is_registered, created_at, balance, level } = record
  return {
    id,
    name,
    document,
    phone,
    email,
    is_registered,
    created_at,
    balance,
    level,
    vouchers: counts!.vouchers,
    favorites: counts!.favorites,
  }
}

/** The lots in the order in which they would move. */
function lotsOf(
  database: Database,
  { company_id, absorbed_id, now }: Pair,
): Promise<MergePreview['lots']> {
  return rows(
    database,
    sql`select free.lot_id as id, sum(free.amount)::bigint as points_amount, sum(free.value)::bigint as points_value,
               case when free.available_at > ${now} then (free.available_at at time zone zone)::date end as available_on,
               case when free.expires_at < 'infinity' then (free.expires_at at time zone zone)::date - 1 end as expires_on
          from free_points(${company_id}, ${absorbed_id}, ${now}) free
         cross join time_zone_of(${company_id}) zone
         where free.expires_at > ${now}
         group by free.lot_id, free.available_at, free.expires_at, zone
         order by free.expires_at, free.lot_id`,
  )
}

function sum(parts: number[]): number {
  return parts.reduce((total, part) => total + part, 0)
}
