/**
 * Proves that every kept balance is what its customer's records add up to (D4): by a replay of the rules, and, apart from all
 * rules, by adding up what is kept (conservation.ts). Reports, never repairs.
 */

import { isDeepStrictEqual } from 'node:util'

import type { Logger } from 'pino'

import { type Database, rows, sql } from '#database/sql.ts'

import { unaccounted } from './conservation.ts'
import type { Replayed } from './replay-state.ts'
import { type ReplayInput, replay } from './replay.ts'

type Difference = { company_id: string; customer_id: string; reason: string }
export type Audit = { customers: number; differences: Difference[] }

/** Customers read at a time: bounds what is in memory. */
const page_size = 500

type Kept = ReplayInput & {
  company_id: string
  customer_id: string
  today: string
  kept: Replayed
  /** Of the customer's records, the first whose hash is not of what it says and of the one before; null: none. */
  broken_at: number | null
}

/** Of every customer, or of a sample, always the same: one in so many. */
export async function audit(database: Database, now: Date, one_in: number = 1): Promise<Audit> {
  const result: Audit = { customers: 0, differences: [] }
  let after = { company_id: lowest_id, customer_id: lowest_id }
  for (;;) {
    const page = await keptPage(database, after, now, one_in)
    for (const customer of page) {
      const reason = differenceOf(customer)
      const { company_id, customer_id } = customer
      if (reason) result.differences.push({ company_id, customer_id, reason })
    }
    result.customers += page.length
    const last = page.at(-1)
    if (!last) return result
    after = last
  }
}

/** The same, each difference a line of the log, and the counts one more. Nothing is repaired: a person has to look. */
export async function reportAudit(
  database: Database,
  log: Logger,
  now: Date,
  one_in: number = 1,
): Promise<Audit> {
  const found = await audit(database, now, one_in)
  for (const difference of found.differences) log.error(difference, 'audit difference')
  log.info({ customers: found.customers, differences: found.differences.length }, 'audit')
  return found
}

const lowest_id = '00000000-0000-0000-0000-000000000000'

/** Empty: none. */
function differenceOf({ today, kept, records, holds, broken_at }: Kept): string {
  const reasons = broken_at === null ? [] : [`record ${broken_at} is not as it was written`]
  try {
    reasons.push(...fieldsThatDiffer(kept, replay(records, holds, today)))
  } catch (error) {
    // replay's own sentence about a record that is missing, or is not what the rules make of it.
    reasons.push((error as Error).message)
  }
  reasons.push(...unaccounted(records, kept))
  return reasons.join('; ')
}

function fieldsThatDiffer(kept: Replayed, replayed: Replayed): string[] {
  return (Object.keys(replayed) as (keyof Replayed)[])
    .filter((field) => !isDeepStrictEqual(sorted(replayed[field]), sorted(kept[field])))
    .map(
      (field) =>
        `${field}: kept ${JSON.stringify(kept[field])}, records say ${JSON.stringify(replayed[field])}`,
    )
}

/** Lots, allocations and holds have no order of their own. */
function sorted(kept: Replayed[keyof Replayed]): unknown {
  if (!Array.isArray(kept)) return kept
  return kept.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

type Named = {
  id?: string
  record?: string
  hold?: string
  lot?: string
  absorbs_deficit?: boolean
}
function nameOf({ id, record, hold, lot, absorbs_deficit }: Named) {
  return [id, record, hold, lot, absorbs_deficit].join(' ')
}

/**
 * What is kept of a page of customers, as `replay` would have it, beside their records. One statement is one snapshot:
 * a sale in the middle of the audit is in both or in neither.
 */
async function keptPage(
  database: Database,
  after: { company_id: string; customer_id: string },
  now: Date,
  one_in: number,
): Promise<Kept[]> {
  return rows(
    database,
    sql`select balance.company_id,
               balance.customer_id,
               (seen.instant at time zone company.time_zone)::date as today,
               to_jsonb(current) || jsonb_build_object(
                 'difference_value', balance.difference_value + (
                   select coalesce(sum(part.difference_value), 0)
                     from ended_hold_parts(balance.company_id, balance.customer_id, seen.instant) part),
                 'sequence', balance.sequence,
                 'shortfalls', coalesce(kept_shortfalls.shortfalls, '[]'),
                 'lots', coalesce(kept_lots.lots, '[]'),
                 'allocations', coalesce(kept_allocations.allocations, '[]'),
                 'paid_by_holds', coalesce(kept_payments.paid_by_holds, '[]'),
                 'holds', coalesce(kept_holds.holds, '[]')) as kept,
               history.records,
               history.holds,
               chain.broken_at
          from balance
          join company using (company_id)
         -- As current_balance has it: another node's clock may be ahead of this one's.
         cross join lateral (select greatest(${now}, balance.moved_at) as instant) seen
         cross join current_balance(balance.company_id, balance.customer_id, ${now}) current
         cross join replay_input(balance.company_id, balance.customer_id, ${now}) history
         cross join lateral (
                 select coalesce(
                          min(link.sequence) filter (where link.hash <> link.expected),
                          -- Nothing was cut off at the end.
                          max(balance.sequence) filter (where balance.last_hash <> link.hash and link.sequence = balance.sequence)
                        ) as broken_at
                   from (select entry.sequence, entry.hash,
                                record_hash(lag(entry.hash, 1, '') over (order by entry.sequence),
                                            row(entry.*)::ledger_entry) as expected
                           from points_record entry
                          where entry.company_id = balance.company_id
                            and entry.customer_id = balance.customer_id) link
               ) chain
          left join lateral (
                 select jsonb_agg(jsonb_build_object(
                          'id', lot.id,
                          'amount', lot.remaining_amount + coalesce(freed.amount, 0),
                          'value', lot.remaining_value + coalesce(freed.value, 0),
                          'expired_amount', lot.expired_amount,
                          'expired_value', lot.expired_value,
                          'available_on', case when lot.available_at > '-infinity'
                                               then (lot.available_at at time zone company.time_zone)::date end,
                          'expires_on', case when lot.expires_at < 'infinity'
                                             then (lot.expires_at at time zone company.time_zone)::date - 1 end,
                          'created_at', lot.created_at)) as lots
                   from points_record
                   join lot using (company_id, id)
                   left join (
                        select part.lot_id, sum(part.free_amount) as amount, sum(part.free_value) as value
                          from ended_hold_parts(balance.company_id, balance.customer_id, seen.instant) part
                         group by part.lot_id) freed on freed.lot_id = lot.id
                  where points_record.company_id = balance.company_id
                    and points_record.customer_id = balance.customer_id
               ) kept_lots on true
          left join lateral (
                 select jsonb_agg(jsonb_build_object(
                          'record', allocation.record_id,
                          'lot', allocation.lot_id,
                          'amount', allocation.amount,
                          'value', allocation.value,
                          'absorbs_deficit', allocation.absorbs_deficit,
                          'deficit_value', allocation.deficit_value)) as allocations
                   from points_record
                   join allocation
                     on allocation.company_id = points_record.company_id and allocation.record_id = points_record.id
                  where points_record.company_id = balance.company_id
                    and points_record.customer_id = balance.customer_id
               ) kept_allocations on true
          left join lateral (
                 select jsonb_agg(jsonb_build_object('id', hold.id, 'draws', coalesce(drawn.draws, '[]'))) as holds
                   from holds_at(balance.company_id, balance.customer_id, ${now}) hold
                  cross join lateral (
                          select jsonb_agg(jsonb_build_object('lot', lot_id, 'amount', amount, 'value', value)
                                           order by position) as draws
                            from hold_allocation
                           where hold_allocation.company_id = hold.company_id
                             and hold_allocation.hold_id = hold.id
                        ) drawn
                  where hold.ended_at is null
               ) kept_holds on true
          left join lateral (
                 select jsonb_agg(jsonb_build_object(
                          'hold', paid.hold_id, 'lot', paid.lot_id, 'amount', paid.amount, 'value', paid.value,
                          'deficit_value', paid.deficit_value)) as paid_by_holds
                   from (select drawn.hold_id, drawn.lot_id, drawn.absorbed_amount as amount, drawn.absorbed_value as value,
                                drawn.absorbed_deficit_value as deficit_value
                           from hold
                           join hold_allocation drawn on drawn.company_id = hold.company_id and drawn.hold_id = hold.id
                          where hold.company_id = balance.company_id
                            and hold.customer_id = balance.customer_id
                          union all
                         select part.hold_id, part.lot_id, part.paid_amount, part.paid_value, part.deficit_value
                           from ended_hold_parts(balance.company_id, balance.customer_id, seen.instant) part) paid
                  where paid.amount > 0
               ) kept_payments on true
          left join lateral (
                 select jsonb_agg(to_jsonb(shortfall) - 'company_id' - 'record_id' - 'lot_id'
                                  || jsonb_build_object('record', shortfall.record_id, 'lot', shortfall.lot_id)) as shortfalls
                   from points_record
                   join return_shortfall shortfall
                     on shortfall.company_id = points_record.company_id and shortfall.record_id = points_record.id
                  where points_record.company_id = balance.company_id
                    and points_record.customer_id = balance.customer_id
               ) kept_shortfalls on true
         where (balance.company_id, balance.customer_id) > (${after.company_id}, ${after.customer_id})
           and mod(uuid_hash(balance.customer_id), ${one_in}) = 0
         order by balance.company_id, balance.customer_id
         limit ${page_size}`,
  )
}
